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

INSERT INTO products VALUES (20, 'Pen', 120), (21, 'Ink', 800), (22, 'Paper', 450), (23, 'Stapler', 1500);
INSERT INTO price_changes VALUES
  (20, 100, 120, '2025-12-01T07:00:00+00:00'),
  (22, 400, 450, '2025-12-01T07:00:00+00:00');
