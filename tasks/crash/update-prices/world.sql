CREATE TABLE products (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  price INTEGER NOT NULL
);
CREATE TABLE price_changes (
  product_id INTEGER NOT NULL REFERENCES products (id),
  old_price  INTEGER NOT NULL,
  new_price  INTEGER NOT NULL,
  changed_at TEXT NOT NULL
);

INSERT INTO products VALUES (1, 'Cup', 350), (3, 'Lamp', 2900), (7, 'Towel', 1200), (8, 'Table', 24900);
INSERT INTO price_changes VALUES (3, 2700, 2900, '2025-10-01T07:00:00+00:00');
