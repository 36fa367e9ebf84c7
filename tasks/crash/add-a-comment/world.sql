CREATE TABLE posts (
  id            INTEGER PRIMARY KEY,
  author        TEXT NOT NULL,
  title         TEXT NOT NULL,
  comment_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE comments (
  id         INTEGER PRIMARY KEY,
  post_id    INTEGER NOT NULL REFERENCES posts (id),
  author     TEXT NOT NULL,
  body       TEXT NOT NULL,
  request_id TEXT NOT NULL UNIQUE
);
CREATE TABLE notifications (
  recipient  TEXT NOT NULL,
  comment_id INTEGER NOT NULL REFERENCES comments (id)
);

INSERT INTO posts VALUES (3, 'ada', 'Notes on the engine', 1), (4, 'ben', 'A bell for every hour', 0);
INSERT INTO comments VALUES (8, 3, 'cleo', 'Lovely drawings.', 'req-5f01');
INSERT INTO notifications VALUES ('ada', 8);
