CREATE TABLE customers (
  id     INTEGER PRIMARY KEY,
  name   TEXT NOT NULL,
  credit INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE orders (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  total       INTEGER NOT NULL,
  status      TEXT NOT NULL
);
CREATE TABLE refunds (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount   INTEGER NOT NULL
);

INSERT INTO customers VALUES (1, 'Ada', 0), (2, 'Ben', 15);
INSERT INTO orders VALUES (6, 1, 80, 'pending'), (7, 1, 50, 'paid'), (8, 2, 50, 'paid');
