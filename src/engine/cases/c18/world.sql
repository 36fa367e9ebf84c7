CREATE TABLE sale (
  id     INTEGER PRIMARY KEY,
  status TEXT NOT NULL
);
CREATE TABLE shipment (
  id      INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (id)
);

INSERT INTO sale VALUES (1, 'new'), (2, 'new'), (3, 'new');
