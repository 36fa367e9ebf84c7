CREATE TABLE attachments (
  id         INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  name       TEXT NOT NULL
);

INSERT INTO attachments VALUES (6, 101, 'agenda.txt'), (7, 101, 'minutes.txt'), (8, 102, 'minutes.txt');
