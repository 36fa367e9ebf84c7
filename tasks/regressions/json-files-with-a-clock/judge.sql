CREATE TEMP VIEW points(path, points) AS SELECT path, text ->> '$.points' FROM world.file WHERE path IN ('a.json', 'b.json') AND json_valid(text);
CREATE TEMP VIEW moved(taken, given) AS
  SELECT 100 - (SELECT points FROM points WHERE path = 'a.json'), (SELECT points FROM points WHERE path = 'b.json');

CREATE TEMP VIEW torn(what) AS
  SELECT 'a file cannot be read' FROM moved WHERE taken IS NULL OR given IS NULL
  UNION ALL SELECT taken || ' points taken, ' || given || ' given' FROM moved WHERE taken <> given;

CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM moved WHERE given < 30;

CREATE TEMP VIEW repeated(what) AS SELECT 'moved again' FROM moved WHERE given > 30 AND taken = given;
