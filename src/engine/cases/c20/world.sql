CREATE TABLE migration (version INTEGER NOT NULL);
CREATE TABLE item (
  id    INTEGER PRIMARY KEY,
  title TEXT NOT NULL
);

INSERT INTO migration VALUES (1);
INSERT INTO item VALUES (1, 'Lamp'), (2, 'Chair');
