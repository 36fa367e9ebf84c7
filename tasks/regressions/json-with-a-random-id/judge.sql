CREATE TEMP VIEW torn(what) AS
  SELECT 'users.json is gone' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = 'users.json')
  UNION ALL SELECT 'users.json is cut off' FROM world.file WHERE path = 'users.json' AND NOT json_valid(text)
  UNION ALL SELECT 'a has ' || (text ->> '$.points.a') || ', b has ' || (text ->> '$.points.b') FROM world.file
    WHERE path = 'users.json' AND json_valid(text) AND (text ->> '$.points.a') + (text ->> '$.points.b') <> 100;
CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM world.file WHERE path = 'users.json' AND json_valid(text) AND (text ->> '$.points.b') < 30;
CREATE TEMP VIEW repeated(what) AS SELECT 'moved again' FROM world.file WHERE path = 'users.json' AND json_valid(text) AND (text ->> '$.points.b') > 30;
