CREATE TABLE sales (
  id      INTEGER PRIMARY KEY,
  sold_on TEXT NOT NULL,
  product TEXT NOT NULL,
  units   INTEGER NOT NULL,
  price   INTEGER NOT NULL
);
CREATE TABLE reports (
  id          INTEGER PRIMARY KEY,
  month       TEXT NOT NULL,
  path        TEXT NOT NULL,
  exported_at TEXT NOT NULL
);

INSERT INTO sales VALUES (8, '2026-01-05', 'Bowl', 5, 1200), (9, '2026-01-05', 'Bowl', 2, 1200);
