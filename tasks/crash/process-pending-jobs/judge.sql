-- Judges the jobs and their results against the jobs that were pending in the starting database.

CREATE TEMP VIEW jobs_due AS
  SELECT
    j.id, j.name,
    (SELECT coalesce(sum(value), 0) FROM json_each(j.numbers)) AS total,
    coalesce((SELECT status FROM main.jobs WHERE id = j.id), 'gone') AS status,
    (SELECT count(*) FROM main.results WHERE job_id = j.id) AS results
  FROM start.jobs AS j
  WHERE j.status = 'pending';

CREATE TEMP VIEW torn(what) AS
  SELECT 'job ' || id || ' says done, there is no result' FROM jobs_due WHERE status = 'done' AND results = 0
  UNION ALL
  SELECT 'the result of job ' || j.id || ' is ' || r.total || ' instead of ' || j.total
  FROM jobs_due AS j JOIN main.results AS r ON r.job_id = j.id
  WHERE r.total IS NOT j.total
  UNION ALL
  SELECT 'there is a result for job ' || job_id || ', which does not exist'
  FROM main.results WHERE job_id NOT IN (SELECT id FROM start.jobs)
  UNION ALL
  SELECT 'job ' || id || ' was done before and changed'
  FROM (
    SELECT id, name, numbers, status FROM start.jobs WHERE status <> 'pending'
    EXCEPT SELECT id, name, numbers, status FROM main.jobs
  )
  UNION ALL
  SELECT 'the name or the numbers of job ' || id || ' changed'
  FROM (
    SELECT id, name, numbers FROM start.jobs WHERE status = 'pending'
    EXCEPT SELECT id, name, numbers FROM main.jobs
  )
  UNION ALL
  SELECT 'job ' || id || ' is new' FROM main.jobs WHERE id NOT IN (SELECT id FROM start.jobs)
  UNION ALL
  SELECT 'the older result of job ' || job_id || ' changed'
  FROM (SELECT id, job_id, total FROM start.results EXCEPT SELECT id, job_id, total FROM main.results);

-- A result whose job still says pending is work to be finished, not yet a contradiction.
CREATE TEMP VIEW missing(what) AS
  SELECT 'job ' || id || ' has its result and still says ' || status FROM jobs_due WHERE results > 0 AND status <> 'done'
  UNION ALL
  SELECT 'job ' || id || ' says ' || status || ' and has no result'
  FROM jobs_due WHERE results = 0 AND status <> 'pending'
  UNION ALL
  SELECT 'job ' || id || ' has not been processed' FROM jobs_due WHERE results = 0 AND status = 'pending';

CREATE TEMP VIEW repeated(what) AS
  SELECT 'job ' || id || ' has ' || results || ' results' FROM jobs_due WHERE results > 1
  UNION ALL
  SELECT 'job ' || job_id || ' was done before and got another result'
  FROM main.results
  WHERE id NOT IN (SELECT id FROM start.results)
    AND job_id IN (SELECT id FROM start.jobs WHERE status <> 'pending');
