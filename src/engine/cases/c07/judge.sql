-- A table that the function makes cannot be named here, because at first there is none. It numbers its rows with
-- AUTOINCREMENT, so SQLite's own sqlite_sequence, which is there from the start, says how many there have been.

CREATE TEMP VIEW roles_found AS
  SELECT
    (SELECT count(*) FROM main.sqlite_schema WHERE name = 'role') AS tables,
    coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'role'), 0) AS roles;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the table role is there with ' || roles || ' of 2 roles' FROM roles_found WHERE tables = 1 AND roles < 2;

CREATE TEMP VIEW missing(what) AS
  SELECT 'there is no table role' FROM roles_found WHERE tables = 0
  UNION ALL
  SELECT 'a role is missing' FROM roles_found WHERE roles < 2;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'there are ' || roles || ' roles' FROM roles_found WHERE roles > 2;
