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

-- Sale 6 was entered after March had been exported.
INSERT INTO sales VALUES
  (1, '2026-02-27', 'Lamp', 2, 2900),
  (2, '2026-03-02', 'Table', 1, 24900),
  (3, '2026-03-09', 'Lamp', 2, 2900),
  (4, '2026-03-30', 'Chair', 4, 7900),
  (5, '2026-04-01', 'Chair', 1, 7900),
  (6, '2026-03-31', 'Lamp', 1, 2500);
INSERT INTO reports VALUES
  (1, '2026-02', 'reports/2026-02.csv', '2026-03-01T06:00:00+00:00'),
  (2, '2026-03', 'reports/2026-03.csv', '2026-04-01T06:00:00+00:00');
