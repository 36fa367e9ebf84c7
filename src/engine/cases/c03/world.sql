CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE member (
  id        INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL
);

INSERT INTO schema_version VALUES (1);
INSERT INTO member VALUES (1, 'Ada Lee'), (2, 'Ben Kay');
