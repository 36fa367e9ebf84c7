CREATE TABLE products (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  price INTEGER NOT NULL,
  stock INTEGER NOT NULL
);
CREATE TABLE customers (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);
CREATE TABLE orders (
  id          INTEGER PRIMARY KEY,
  request_id  TEXT NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  total       INTEGER NOT NULL
);
CREATE TABLE order_lines (
  id         INTEGER PRIMARY KEY,
  order_id   INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity   INTEGER NOT NULL,
  price      INTEGER NOT NULL
);

INSERT INTO products VALUES (1, 'Tea', 8, 40), (2, 'Mug', 12, 25), (3, 'Kettle', 35, 6);
INSERT INTO customers VALUES (1, 'Ada'), (2, 'Ben');
