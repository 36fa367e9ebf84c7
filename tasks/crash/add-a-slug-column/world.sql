CREATE TABLE articles (
  id           INTEGER PRIMARY KEY,
  title        TEXT NOT NULL,
  body         TEXT NOT NULL,
  published_on TEXT
);

INSERT INTO articles VALUES
  (1, 'Hello, world', 'The first issue is out.', '2025-11-03'),
  (2, 'What''s new in 2026?', 'Three columns and a crossword.', '2026-01-02'),
  (3, 'The lighthouse - a portrait', 'It has been dark since March.', NULL);
