CREATE TABLE outbox (
  id        INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject   TEXT NOT NULL,
  body      TEXT NOT NULL,
  status    TEXT NOT NULL DEFAULT 'queued',
  sent_at   TEXT
);

INSERT INTO outbox VALUES
  (10, 'dan@example.com', 'Welcome', 'Good to have you here.', 'sent', '2026-01-04T09:30:00+00:00'),
  (11, 'dan@example.com', 'Your order', 'Order 61 is on its way.', 'queued', NULL),
  (12, 'eve@example.com', 'Welcome', 'Good to have you here.', 'sent', '2026-01-04T11:00:00+00:00'),
  (15, 'dan@example.com', 'Your order', 'Order 62 is on its way.', 'queued', NULL);
