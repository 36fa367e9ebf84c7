-- Judges a migration: the column, as the schema says, and the version.

CREATE TEMP VIEW column_found AS
  SELECT
    (SELECT count(*) FROM main.migration WHERE version = 2) AS recorded,
    (SELECT sql LIKE '%price%' FROM main.sqlite_schema WHERE name = 'item') AS added;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the column is there, version 2 is not recorded' FROM column_found WHERE added AND recorded = 0
  UNION ALL
  SELECT 'version 2 is recorded, the column is not there' FROM column_found WHERE NOT added AND recorded > 0;

CREATE TEMP VIEW missing(what) AS
  SELECT 'the column price is not there' FROM column_found WHERE NOT added
  UNION ALL
  SELECT 'version 2 is not recorded' FROM column_found WHERE recorded = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'version 2 is recorded ' || recorded || ' times' FROM column_found WHERE recorded > 1;
