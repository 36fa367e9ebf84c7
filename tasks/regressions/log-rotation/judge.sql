CREATE TEMP VIEW torn(what) AS SELECT 'tags.log is gone' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = 'tags.log')
  UNION ALL SELECT 'the old tags are lost' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE text = (SELECT text FROM world.start_file WHERE path = 'tags.log'));
CREATE TEMP VIEW missing(what) AS SELECT 'not rotated' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = 'tags.log.1')
  UNION ALL SELECT 'no new log' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = 'tags.log' AND text LIKE '# tags%');
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
