CREATE TABLE job (id INTEGER PRIMARY KEY, status TEXT NOT NULL);
CREATE TABLE result (job_id INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO job VALUES (1, 'queued'), (2, 'queued'), (3, 'queued');
