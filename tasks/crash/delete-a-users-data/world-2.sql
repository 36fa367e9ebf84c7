CREATE TABLE users (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  email TEXT NOT NULL
);
CREATE TABLE addresses (
  id      INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  street  TEXT NOT NULL
);
CREATE TABLE reviews (
  id      INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  product TEXT NOT NULL,
  stars   INTEGER NOT NULL
);
CREATE TABLE orders (
  id      INTEGER PRIMARY KEY,
  user_id INTEGER REFERENCES users (id),
  total   INTEGER NOT NULL
);
CREATE TABLE deletions (
  user_id    INTEGER NOT NULL,
  deleted_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

INSERT INTO users VALUES
  (5, 'Dan', 'dan@example.com'),
  (6, 'Eve', 'eve@example.com'),
  (7, 'Fay', 'fay@example.com');
INSERT INTO addresses VALUES (51, 5, '8 Abbey Street'), (52, 7, '8 Abbey Street');
INSERT INTO reviews VALUES (61, 6, 'pen', 5), (62, 7, 'pen', 3);
INSERT INTO orders VALUES (71, 5, 9), (72, 5, 30), (73, 7, 12);
