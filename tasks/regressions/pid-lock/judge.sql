CREATE TEMP VIEW torn(what) AS
  SELECT 'job ' || j.id || ' says done, no result' FROM main.job AS j WHERE status = 'done' AND NOT EXISTS (SELECT 1 FROM main.result WHERE job_id = j.id)
  UNION ALL SELECT 'job ' || j.id || ' has a result and says ' || status FROM main.job AS j JOIN main.result AS r ON r.job_id = j.id WHERE status <> 'done';
CREATE TEMP VIEW missing(what) AS SELECT 'job ' || id || ' is not done' FROM main.job WHERE status <> 'done';
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
