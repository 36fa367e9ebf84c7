CREATE TABLE products (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  stock INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE deliveries (
  id          INTEGER PRIMARY KEY,
  supplier    TEXT NOT NULL,
  status      TEXT NOT NULL,
  received_at TEXT
);
CREATE TABLE delivery_items (
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
  product_id  INTEGER NOT NULL REFERENCES products (id),
  quantity    INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, product_id)
);
CREATE TABLE stock_movements (
  id          INTEGER PRIMARY KEY,
  product_id  INTEGER NOT NULL REFERENCES products (id),
  delivery_id INTEGER REFERENCES deliveries (id),
  quantity    INTEGER NOT NULL
);

INSERT INTO products VALUES (4, 'Lamp', 0), (7, 'Desk', 3), (9, 'Chair', 16), (11, 'Rug', 2);
INSERT INTO deliveries VALUES
  (30, 'Woodworks', 'received', '2026-01-02T08:15:00+00:00'),
  (31, 'Woodworks', 'cancelled', NULL),
  (33, 'Woodworks', 'expected', NULL);
INSERT INTO delivery_items VALUES (30, 7, 4), (30, 9, 20), (31, 11, 6), (33, 4, 10), (33, 7, 4), (33, 9, 20);
INSERT INTO stock_movements VALUES (1, 7, 30, 4), (2, 9, 30, 20), (3, 7, NULL, -1), (4, 9, NULL, -4);
