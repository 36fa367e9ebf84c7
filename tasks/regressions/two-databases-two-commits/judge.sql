CREATE TEMP VIEW booked(taken, counted) AS
  SELECT (SELECT sum(taken) FROM main.seat), value FROM world.database_cell WHERE database = 'stats.db' AND column = 'n';

CREATE TEMP VIEW torn(what) AS
  SELECT 'stats.db is gone' WHERE NOT EXISTS (SELECT 1 FROM booked)
  UNION ALL SELECT taken || ' seats are taken, ' || counted || ' are counted' FROM booked WHERE taken <> counted;

CREATE TEMP VIEW missing(what) AS SELECT 'the seat is free' FROM main.seat WHERE name = '4a' AND taken = 0;

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
