CREATE TABLE wallet (
  id      INTEGER PRIMARY KEY,
  balance INTEGER NOT NULL
);
CREATE TABLE payment (
  id       INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  amount   INTEGER NOT NULL
);

INSERT INTO wallet VALUES (1, 0);
