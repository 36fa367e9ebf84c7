CREATE TABLE jar (
  name  TEXT PRIMARY KEY,
  coins INTEGER NOT NULL
);
CREATE TABLE note (
  id   INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

INSERT INTO jar VALUES ('left', 100), ('right', 0);
