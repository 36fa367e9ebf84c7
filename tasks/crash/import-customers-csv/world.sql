CREATE TABLE customers (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE
);
CREATE TABLE subscriptions (
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  list        TEXT NOT NULL
);

INSERT INTO customers VALUES (1, 'Zoe Park', 'zoe@example.com');
INSERT INTO subscriptions VALUES (1, 'newsletter');
