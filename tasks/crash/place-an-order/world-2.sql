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

INSERT INTO products VALUES (4, 'Lamp', 60, 9), (7, 'Desk', 150, 4), (9, 'Chair', 80, 12), (11, 'Rug', 45, 0);
INSERT INTO customers VALUES (3, 'Cleo'), (5, 'Eve');
INSERT INTO orders VALUES (20, 'web-88', 5, 310), (21, 'web-89', 3, 60);
INSERT INTO order_lines VALUES (1, 20, 7, 1, 150), (2, 20, 9, 2, 80), (5, 21, 4, 1, 60);
