CREATE TABLE jobs (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  numbers TEXT NOT NULL,
  status  TEXT NOT NULL
);
CREATE TABLE results (
  id     INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id),
  total  INTEGER NOT NULL
);

INSERT INTO jobs VALUES
  (1, 'sales in January', '[120, 80, 45]', 'done'),
  (2, 'sales in February', '[60, 75]', 'pending'),
  (3, 'sales in March', '[10, 20, 30, 40]', 'pending'),
  (4, 'sales in April', '[99]', 'pending');
INSERT INTO results VALUES (1, 1, 245);
