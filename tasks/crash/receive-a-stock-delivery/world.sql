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

INSERT INTO products VALUES (1, 'Tea', 40), (2, 'Mug', 5), (3, 'Kettle', 6);
INSERT INTO deliveries VALUES (8, 'Northern Tea', 'expected', NULL), (9, 'Potters', 'expected', NULL);
INSERT INTO delivery_items VALUES (8, 1, 100), (8, 2, 24), (9, 2, 12);
