CREATE TABLE subscriptions (
  id           INTEGER PRIMARY KEY,
  email        TEXT NOT NULL,
  plan         TEXT NOT NULL,
  status       TEXT NOT NULL,
  cancelled_at TEXT,
  confirmed_at TEXT
);
CREATE TABLE renewals (
  id              INTEGER PRIMARY KEY,
  subscription_id INTEGER NOT NULL REFERENCES subscriptions (id),
  due_on          TEXT NOT NULL,
  amount          INTEGER NOT NULL
);

INSERT INTO subscriptions VALUES
  (4, 'ada@example.com', 'Basic', 'cancelled', '2025-11-02T10:00:00+00:00', '2025-11-02T10:00:01+00:00'),
  (5, 'ada@example.com', 'Pro', 'active', NULL, NULL),
  (6, 'ben@example.com', 'Pro', 'active', NULL, NULL);
INSERT INTO renewals VALUES (21, 5, '2026-02-01', 30), (22, 5, '2026-03-01', 30), (23, 6, '2026-02-01', 30);
