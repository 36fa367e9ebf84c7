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
  (11, 'visits on Monday', '[7, 0, 13]', 'pending'),
  (12, 'visits on Tuesday', '[5, 5]', 'done'),
  (14, 'visits on Wednesday', '[]', 'pending'),
  (15, 'visits on Thursday', '[-2, 22]', 'pending'),
  (18, 'visits on Friday', '[1, 2, 3]', 'done');
INSERT INTO results VALUES (4, 12, 10), (9, 18, 6);
