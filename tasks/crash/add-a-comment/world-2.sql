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

INSERT INTO posts VALUES
  (10, 'dan', 'Ten trees to plant', 2),
  (11, 'eve', 'What the tide left', 0),
  (12, 'dan', 'Ten more trees', 1);
INSERT INTO comments VALUES
  (40, 10, 'fay', 'Which one grows in sand?', 'req-a1'),
  (41, 10, 'dan', 'The third.', 'req-a2'),
  (42, 12, 'fay', 'Which one grows in sand?', 'req-a3');
INSERT INTO notifications VALUES ('dan', 40), ('dan', 41);
