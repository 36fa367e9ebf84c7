-- Judges the row and the file. A file that no row points to contradicts nothing. Argument of the call: 2 path.

CREATE TEMP VIEW upload_found AS
  SELECT
    a.value AS path,
    (SELECT count(*) FROM main.upload WHERE path = a.value) AS rows,
    (SELECT count(*) FROM world.file WHERE path = a.value) AS files
  FROM world.argument AS a WHERE a.n = 2;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the row points to ' || path || ', which is gone' FROM upload_found WHERE rows > 0 AND files = 0;

CREATE TEMP VIEW missing(what) AS
  SELECT 'the row of ' || path || ' is still there' FROM upload_found WHERE rows > 0
  UNION ALL
  SELECT 'the file ' || path || ' is still there' FROM upload_found WHERE files > 0;

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
