-- A shelf is a table of pickled values; a small number is the last byte before the final dot.
CREATE TEMP VIEW held(name, ones) AS
  SELECT CAST(k.value AS TEXT), substr(hex(v.value), -4, 2)
  FROM world.database_cell AS k JOIN world.database_cell AS v USING (database, table_name, row)
  WHERE database = 'bank' AND k.column = 'key' AND v.column = 'value';
CREATE TEMP VIEW points(name, points) AS
  SELECT name, 16 * (instr('0123456789ABCDEF', substr(ones, 1, 1)) - 1) + instr('0123456789ABCDEF', substr(ones, 2)) - 1 FROM held;
CREATE TEMP VIEW moved(taken, given) AS
  SELECT 100 - (SELECT points FROM points WHERE name = 'a'), (SELECT points FROM points WHERE name = 'b');

CREATE TEMP VIEW torn(what) AS
  SELECT 'the shelf cannot be read' FROM moved WHERE taken IS NULL OR given IS NULL
  UNION ALL SELECT taken || ' points taken, ' || given || ' given' FROM moved WHERE taken <> given;

CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM moved WHERE given < 30;

CREATE TEMP VIEW repeated(what) AS SELECT 'moved again' FROM moved WHERE given > 30 AND taken = given;
