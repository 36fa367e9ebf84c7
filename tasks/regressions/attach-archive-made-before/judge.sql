CREATE TEMP VIEW archived(id) AS
  SELECT value FROM world.database_cell WHERE database = 'archive.db' AND table_name = 'orders' AND column = 'id';

CREATE TEMP VIEW torn(what) AS
  SELECT 'archive.db is corrupt' FROM world.database WHERE path = 'archive.db' AND NOT readable
  UNION ALL SELECT 'order ' || id || ' is here and in the archive' FROM main.orders WHERE id IN (SELECT id FROM archived)
  UNION ALL SELECT 'order ' || id || ' is neither here nor in the archive' FROM start.orders
    WHERE id NOT IN (SELECT id FROM main.orders) AND id NOT IN (SELECT id FROM archived);

CREATE TEMP VIEW missing(what) AS
  SELECT 'order ' || id || ' was not moved' FROM main.orders WHERE day < (SELECT value FROM world.argument WHERE n = 3);

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
