CREATE TABLE upload (path TEXT PRIMARY KEY);

INSERT INTO upload VALUES ('uploads/one.txt'), ('uploads/two.txt');
