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
  (11, 'cleo@example.com', 'Team', 'active', NULL, NULL),
  (12, 'dan@example.com', 'Family', 'active', NULL, NULL),
  (13, 'eve@example.com', 'Team', 'active', NULL, NULL);
INSERT INTO renewals VALUES (50, 11, '2026-02-11', 90), (51, 12, '2026-02-12', 45), (52, 13, '2026-02-13', 90);
