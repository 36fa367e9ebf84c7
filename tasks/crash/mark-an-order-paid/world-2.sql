CREATE TABLE orders (
  id     INTEGER PRIMARY KEY,
  email  TEXT NOT NULL,
  total  INTEGER NOT NULL,
  status TEXT NOT NULL
);
CREATE TABLE payments (
  id           TEXT PRIMARY KEY,
  order_id     INTEGER NOT NULL REFERENCES orders (id),
  amount       INTEGER NOT NULL,
  receipt_sent INTEGER NOT NULL DEFAULT 0
);

INSERT INTO orders VALUES
  (400, 'cleo@example.com', 1999, 'pending'),
  (401, 'cleo@example.com', 1999, 'pending'),
  (402, 'dan@example.com', 5, 'paid');
INSERT INTO payments VALUES ('pay_0a17', 402, 5, 1);
