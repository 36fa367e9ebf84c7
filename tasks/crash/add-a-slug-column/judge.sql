-- Judges the column `slug` of articles against the titles in the starting database.

-- The slug of each title, built letter by letter.
CREATE TEMP VIEW slug_due(id, slug) AS
  WITH RECURSIVE spelled(id, rest, slug) AS (
    SELECT id, lower(title), '' FROM start.articles
    UNION ALL
    SELECT
      id,
      substr(rest, 2),
      CASE
        WHEN substr(rest, 1, 1) GLOB '[a-z0-9]' THEN slug || substr(rest, 1, 1)
        WHEN slug = '' OR slug LIKE '%-' THEN slug
        ELSE slug || '-'
      END
    FROM spelled WHERE rest <> ''
  )
  SELECT id, rtrim(slug, '-') FROM spelled WHERE rest = '';

-- The slugs as they are now. Where articles has no column `slug` yet, the name means the one of `due`: that is how
-- SQL looks names up, from the inside out.
CREATE TEMP VIEW slug_found AS
  SELECT
    due.id,
    due.wanted,
    (SELECT slug FROM main.articles AS a WHERE a.id = due.id) AS found
  FROM (SELECT id, slug AS wanted, '(no column)' AS slug FROM slug_due) AS due
  WHERE due.id IN (SELECT id FROM main.articles);

CREATE TEMP VIEW torn(what) AS
  SELECT 'the slug of article ' || id || ' is ' || found || ', expected ' || wanted
  FROM slug_found WHERE found NOT IN (wanted, '', '(no column)')
  UNION ALL
  SELECT 'article ' || id || ' changed in more than its slug, or is gone'
  FROM (
    SELECT id, title, body, published_on FROM start.articles
    EXCEPT SELECT id, title, body, published_on FROM main.articles
  )
  UNION ALL
  SELECT 'article ' || id || ' is new' FROM main.articles WHERE id NOT IN (SELECT id FROM start.articles);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the table articles has no column slug'
  WHERE EXISTS (SELECT 1 FROM slug_found WHERE found = '(no column)')
  UNION ALL
  SELECT 'article ' || id || ' has no slug' FROM slug_found WHERE found IS NULL OR found = '';

CREATE TEMP VIEW repeated(what) AS
  SELECT 'article ' || id || ' is in the table ' || count(*) || ' times'
  FROM main.articles GROUP BY id HAVING count(*) > 1;
