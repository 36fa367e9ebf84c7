CREATE TABLE product (
  id    INTEGER PRIMARY KEY,
  price INTEGER NOT NULL
);

INSERT INTO product VALUES (1, 10), (2, 20), (3, 30);
