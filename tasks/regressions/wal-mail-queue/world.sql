CREATE TABLE outbox (
  id        INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject   TEXT NOT NULL,
  body      TEXT NOT NULL,
  status    TEXT NOT NULL DEFAULT 'queued',
  sent_at   TEXT
);

INSERT INTO outbox VALUES
  (1, 'ada@example.com', 'Welcome', 'Good to have you here.', 'sent', '2026-01-05T08:00:00+00:00'),
  (2, 'ben@example.com', 'Your invoice', 'Invoice 118 is attached to your account.', 'queued', NULL),
  (3, 'cleo@example.com', 'Your invoice', 'Invoice 119 is attached to your account.', 'queued', NULL),
  (4, 'ada@example.com', 'Password changed', 'Your password was changed today.', 'queued', NULL);
