CREATE TEMP VIEW copied(text) AS
  SELECT value FROM world.database_cell WHERE database = 'backup.db' AND table_name = 'note' AND column = 'text';

CREATE TEMP VIEW torn(what) AS
  SELECT 'the copy cannot be read' FROM world.database WHERE path = 'backup.db' AND NOT readable
  UNION ALL SELECT 'the copy is cut off' FROM world.file WHERE path = 'backup.db'
  UNION ALL SELECT 'the copy lacks the note ' || text FROM main.note
    WHERE text NOT IN (SELECT text FROM copied) AND EXISTS (SELECT 1 FROM copied);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the note is missing' WHERE NOT EXISTS (SELECT 1 FROM main.note WHERE text = (SELECT value FROM world.argument WHERE n = 2))
  UNION ALL SELECT 'there is no copy' WHERE NOT EXISTS (SELECT 1 FROM copied);

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
