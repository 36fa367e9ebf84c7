-- Judges one counter, before and after. Argument of the call: 1 path.

CREATE TEMP VIEW counter AS
  SELECT
    a.value AS path,
    was.path IS NOT NULL AS was_there,
    CAST(trim(coalesce(was.text, '0'), ' ' || char(9, 10, 13)) AS INTEGER) AS views_before,
    now.path IS NOT NULL AS is_there,
    now.bytes,
    trim(now.text, ' ' || char(9, 10, 13)) AS found
  FROM world.argument AS a
  LEFT JOIN world.start_file AS was ON was.path = a.value
  LEFT JOIN world.file AS now ON now.path = a.value
  WHERE a.n = 1;

-- The number that the file holds; NULL where it holds none.
CREATE TEMP VIEW counted AS
  SELECT
    path, was_there, is_there, bytes, found, views_before,
    CASE
      WHEN NOT is_there AND NOT was_there THEN 0
      WHEN found <> '' AND found NOT GLOB '*[^0-9]*' THEN CAST(found AS INTEGER)
    END AS views
  FROM counter;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the counter ' || path || ' is gone, and with it ' || views_before || ' views'
  FROM counted WHERE was_there AND NOT is_there
  UNION ALL
  SELECT 'the counter ' || path || ' is empty, ' || views_before || ' views are lost'
  FROM counted WHERE is_there AND bytes = 0
  UNION ALL
  SELECT 'the counter ' || path || ' holds no number: ' || coalesce(found, 'it is not readable as text')
  FROM counted WHERE is_there AND bytes > 0 AND views IS NULL
  UNION ALL
  SELECT 'the counter says ' || views || ', it said ' || views_before || ' before'
  FROM counted WHERE is_there AND views < views_before
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM counter);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the view was not counted, the counter still says ' || views FROM counted WHERE views <= views_before
  UNION ALL
  SELECT 'the view was not counted' FROM counted WHERE views IS NULL;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'one view was counted as ' || (views - views_before) FROM counted WHERE views > views_before + 1;
