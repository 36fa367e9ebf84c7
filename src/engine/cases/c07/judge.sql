-- The table role is made by the function and cannot be named here, because at first there is none. Whether it is there
-- says the schema; what is in it says world.cell.

CREATE TEMP VIEW roles_found AS
  SELECT
    (SELECT count(*) FROM main.sqlite_schema WHERE name = 'role') AS tables,
    (SELECT count(*) FROM world.cell WHERE table_name = 'role' AND column = 'name') AS roles;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the table role is there with ' || roles || ' of 2 roles' FROM roles_found WHERE tables = 1 AND roles < 2;

CREATE TEMP VIEW missing(what) AS
  SELECT 'there is no table role' FROM roles_found WHERE tables = 0
  UNION ALL
  SELECT 'the role ' || wanted.name || ' is missing'
  FROM (SELECT 'admin' AS name UNION ALL SELECT 'member') AS wanted
  WHERE NOT EXISTS (SELECT 1 FROM world.cell WHERE table_name = 'role' AND column = 'name' AND value = wanted.name);

CREATE TEMP VIEW repeated(what) AS
  SELECT 'there are ' || roles || ' roles' FROM roles_found WHERE roles > 2;
