CREATE TABLE outbox (
  id        INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  status    TEXT NOT NULL
);

INSERT INTO outbox VALUES (1, 'ada@example.com', 'pending'), (2, 'ben@example.com', 'pending');
