-- Judges the name, and that no saved state is lost. Arguments of the call: 2 game id, 3 name.

CREATE TEMP VIEW torn(what) AS
  SELECT 'the saved state ' || id || ' is lost'
  FROM start.save_state WHERE id NOT IN (SELECT id FROM main.save_state);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the game is not renamed'
  WHERE NOT EXISTS (
    SELECT 1 FROM main.game
    WHERE id = (SELECT value FROM world.argument WHERE n = 2) AND name = (SELECT value FROM world.argument WHERE n = 3)
  );

CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
