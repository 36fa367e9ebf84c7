CREATE TABLE users (
  id    INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE
);
CREATE TABLE invitations (
  id         INTEGER PRIMARY KEY,
  email      TEXT NOT NULL,
  invited_by INTEGER NOT NULL REFERENCES users (id),
  token      TEXT NOT NULL UNIQUE,
  sent_at    TEXT
);

INSERT INTO users VALUES (1, 'ada@example.com'), (2, 'ben@example.com');
INSERT INTO invitations VALUES (1, 'cleo@example.com', 1, 'Zk3wq0hVbN8', '2026-01-02T12:00:00+00:00');
