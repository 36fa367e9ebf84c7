CREATE TABLE orders (
  id         INTEGER PRIMARY KEY,
  customer   TEXT NOT NULL,
  total      INTEGER NOT NULL,
  status     TEXT NOT NULL,
  ordered_on TEXT NOT NULL
);
CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product  TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (order_id, product)
);
CREATE TABLE archived_orders (
  id         INTEGER PRIMARY KEY,
  customer   TEXT NOT NULL,
  total      INTEGER NOT NULL,
  status     TEXT NOT NULL,
  ordered_on TEXT NOT NULL
);
CREATE TABLE archived_items (
  order_id INTEGER NOT NULL,
  product  TEXT NOT NULL,
  quantity INTEGER NOT NULL
);

INSERT INTO orders VALUES
  (301, 'Dan', 12, 'open', '2023-01-05'),
  (302, 'Eve', 8, 'delivered', '2025-06-30'),
  (303, 'Fay', 64, 'delivered', '2025-02-11'),
  (304, 'Dan', 9, 'cancelled', '2025-06-29'),
  (305, 'Eve', 8, 'delivered', '2025-06-28'),
  (306, 'Fay', 20, 'cancelled', '2025-07-02');
INSERT INTO order_items VALUES
  (301, 'ink', 1), (302, 'paper', 2), (303, 'paper', 10), (303, 'ink', 2), (303, 'pen', 1), (305, 'paper', 2),
  (306, 'pen', 5);
