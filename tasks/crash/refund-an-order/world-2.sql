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

INSERT INTO customers VALUES (3, 'Cleo', 0), (4, 'Dan', 30), (5, 'Eve', 120);
INSERT INTO orders VALUES (3, 4, 120, 'refunded'), (12, 4, 120, 'paid'), (13, 5, 120, 'paid'), (14, 3, 9, 'pending');
INSERT INTO refunds VALUES (3, 120);
