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
  (21, 'Ada', 70, 'delivered', '2024-11-30'),
  (22, 'Ben', 15, 'open', '2024-12-02'),
  (23, 'Cleo', 40, 'cancelled', '2024-12-31'),
  (24, 'Ada', 25, 'delivered', '2025-01-01');
INSERT INTO order_items VALUES
  (21, 'lamp', 1), (21, 'bulb', 4), (22, 'rope', 2), (23, 'kettle', 1), (24, 'bulb', 5);
INSERT INTO archived_orders VALUES (17, 'Ben', 30, 'delivered', '2023-08-14');
INSERT INTO archived_items VALUES (17, 'rope', 4);
