CREATE TABLE articles (
  id           INTEGER PRIMARY KEY,
  title        TEXT NOT NULL,
  body         TEXT NOT NULL,
  published_on TEXT
);

INSERT INTO articles VALUES
  (4, '  Bread & Butter  ', 'Flour, salt, water, patience.', '2024-05-17'),
  (7, '(Not) an obituary', 'She rang us the next day.', '2024-06-01'),
  (8, '100 years of RADIO', 'Crystal sets to podcasts.', NULL),
  (20, 'Letters', 'Yours, as ever.', '2024-06-08'),
  (21, 'Letters #2', 'Yours, again.', '2024-06-15');
