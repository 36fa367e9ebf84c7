-- Judges by how much each price rose: all or none.

CREATE TEMP VIEW rises AS
  SELECT now.id, now.price - was.price AS rise FROM main.product AS now JOIN start.product AS was USING (id);

CREATE TEMP VIEW torn(what) AS
  SELECT 'the price of product ' || id || ' rose by ' || rise || ', others by ' || (SELECT min(rise) FROM rises)
  FROM rises WHERE rise > (SELECT min(rise) FROM rises);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the price of product ' || id || ' did not rise' FROM rises WHERE rise < 1;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the price of product ' || id || ' rose ' || rise || ' times' FROM rises WHERE rise > 1;
