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

INSERT INTO users VALUES (7, 'dan@example.com'), (8, 'eve@example.com');
