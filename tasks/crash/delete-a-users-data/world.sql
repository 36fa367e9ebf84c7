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

INSERT INTO users VALUES (1, 'Ada', 'ada@example.com'), (2, 'Ben', 'ben@example.com');
INSERT INTO addresses VALUES (10, 1, '4 Mill Lane'), (11, 2, '12 Harbour Road'), (12, 2, '3 Station Square');
INSERT INTO reviews VALUES (20, 2, 'kettle', 4), (21, 1, 'kettle', 2), (22, 2, 'lamp', 5);
INSERT INTO orders VALUES (30, 2, 40), (31, 1, 15), (32, 2, 25), (33, NULL, 60);
INSERT INTO deletions VALUES (3, '2025-10-08 09:12:00');
