-- Judges a migration: the version, the columns of member, and that no table is left over. A column that only the
-- new table has cannot be named here, so columns are read from the schema.

CREATE TEMP VIEW split_found AS
  SELECT
    (SELECT version FROM main.schema_version) AS version,
    (SELECT sql LIKE '%last_name%' FROM main.sqlite_schema WHERE name = 'member') AS split,
    (SELECT count(*) FROM main.member) AS members;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the version is 2, the names are not split' FROM split_found WHERE version = 2 AND split IS NOT 1
  UNION ALL
  SELECT 'the names are split, the version is still ' || version FROM split_found WHERE version < 2 AND split = 1
  UNION ALL
  SELECT 'there are ' || members || ' members, there were 2' FROM split_found WHERE members <> 2
  UNION ALL
  SELECT 'a table is left over: ' || name
  FROM main.sqlite_schema
  WHERE type = 'table' AND name NOT IN (SELECT name FROM start.sqlite_schema);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the version is still ' || version FROM split_found WHERE version < 2
  UNION ALL
  SELECT 'the names are not split' FROM split_found WHERE split IS NOT 1;

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
