-- Judges the customers against the lines of the file.

CREATE TEMP VIEW import_found AS
  SELECT
    (SELECT count(*) FROM world.line WHERE path = (SELECT value FROM world.argument WHERE n = 2)) AS due,
    (SELECT count(DISTINCT name) FROM main.customer) AS imported,
    (SELECT count(*) FROM main.customer) AS rows;

CREATE TEMP VIEW torn(what) AS
  SELECT imported || ' of ' || due || ' customers are imported' FROM import_found WHERE imported NOT IN (0, due);

CREATE TEMP VIEW missing(what) AS
  SELECT 'only ' || imported || ' of ' || due || ' customers are imported' FROM import_found WHERE imported < due;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'there are ' || rows || ' rows for ' || imported || ' customers' FROM import_found WHERE rows > imported;
