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

INSERT INTO sales VALUES
  (40, '2025-10-31', 'Kettle', 1, 4000),
  (41, '2025-11-01', 'Kettle', 3, 4000),
  (42, '2025-11-17', 'Cup', 12, 350),
  (43, '2025-11-30', 'Kettle', 1, 3500);
INSERT INTO reports VALUES (7, '2025-10', 'reports/2025-10.csv', '2025-11-01T06:00:00+00:00');
