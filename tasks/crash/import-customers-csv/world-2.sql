CREATE TABLE customers (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE
);
CREATE TABLE subscriptions (
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  list        TEXT NOT NULL
);

INSERT INTO customers VALUES (11, 'Kim Frost', 'kim@example.com'), (14, 'Lou Field', 'lou@example.com');
INSERT INTO subscriptions VALUES (14, 'newsletter'), (14, 'offers');
