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

INSERT INTO gift_cards VALUES ('ALPINE-7', 65), ('HARBOUR-3', 0), ('SUMMER-9', 35);
INSERT INTO customers VALUES (4, 'Dan', 35), (5, 'Eve', 0), (8, 'Fay', 120);
INSERT INTO redemptions VALUES
  (1, 'req-a', 'ALPINE-7', 4, 35), (2, 'req-b', 'HARBOUR-3', 8, 100);
