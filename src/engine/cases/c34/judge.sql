-- Judges each job by its status and its result.

CREATE TEMP VIEW torn(what) AS
  SELECT 'job ' || id || ' is done and has no result' FROM main.job WHERE status = 'done' AND result IS NULL;

CREATE TEMP VIEW missing(what) AS
  SELECT 'job ' || id || ' is ' || status || ', not done' FROM main.job WHERE status <> 'done';

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
