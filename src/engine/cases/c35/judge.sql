-- Judges one key of a JSON file. Arguments of the call: 1 path, 2 value of the key "limit".

CREATE TEMP VIEW limit_found AS
  SELECT
    f.path, f.bytes,
    CASE WHEN json_valid(f.text) THEN json_extract(f.text, '$.limit') END AS now,
    (SELECT json_extract(text, '$.limit') FROM world.start_file WHERE path = a.value) AS was,
    (SELECT value FROM world.argument WHERE n = 2) AS wanted
  FROM world.argument AS a LEFT JOIN world.file AS f ON f.path = a.value
  WHERE a.n = 1;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the file is gone' FROM limit_found WHERE path IS NULL
  UNION ALL
  SELECT 'the file is empty' FROM limit_found WHERE bytes = 0
  UNION ALL
  SELECT 'the file cannot be read' FROM limit_found WHERE bytes > 0 AND now IS NULL
  UNION ALL
  SELECT 'the limit is ' || now || ', neither ' || was || ' nor ' || wanted
  FROM limit_found WHERE now NOT IN (was, wanted);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the limit is not ' || wanted FROM limit_found WHERE now IS NOT wanted;

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
