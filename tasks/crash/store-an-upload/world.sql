CREATE TABLE uploads (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL
);

INSERT INTO uploads VALUES ('u0k3', 'notes.txt', 'uploads/u0k3.txt', 21);
