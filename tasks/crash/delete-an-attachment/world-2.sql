CREATE TABLE attachments (
  id         INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  name       TEXT NOT NULL
);

INSERT INTO attachments VALUES (31, 240, 'photo.svg'), (40, 241, 'map.svg');
