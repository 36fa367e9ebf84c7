CREATE TABLE job (
  id     INTEGER PRIMARY KEY,
  status TEXT NOT NULL,
  result TEXT
);

INSERT INTO job VALUES (1, 'queued', NULL), (2, 'queued', NULL);
