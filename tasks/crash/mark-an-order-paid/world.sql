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
  (30, 'ada@example.com', 80, 'paid'),
  (31, 'ada@example.com', 25, 'pending'),
  (32, 'ben@example.com', 60, 'pending');
INSERT INTO payments VALUES ('pay_81c2', 30, 80, 1);
