CREATE TABLE gift_cards (
  code    TEXT PRIMARY KEY,
  balance INTEGER NOT NULL
);
CREATE TABLE customers (
  id     INTEGER PRIMARY KEY,
  name   TEXT NOT NULL,
  credit INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE redemptions (
  id          INTEGER PRIMARY KEY,
  request_id  TEXT NOT NULL,
  code        TEXT NOT NULL REFERENCES gift_cards (code),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  amount      INTEGER NOT NULL
);

INSERT INTO gift_cards VALUES ('BIRTHDAY-50', 50), ('WELCOME-10', 10);
INSERT INTO customers VALUES (1, 'Ada', 0), (2, 'Ben', 15);
