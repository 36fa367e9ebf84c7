-- Judges the two jars against the starting ones. Arguments of the call: 2 source, 3 target, 4 coins.

CREATE TEMP VIEW move_found AS
  SELECT
    a.coins,
    (SELECT coins FROM start.jar WHERE name = a.source) - (SELECT coins FROM main.jar WHERE name = a.source) AS taken,
    (SELECT coins FROM main.jar WHERE name = a.target) - (SELECT coins FROM start.jar WHERE name = a.target) AS given
  FROM (
    SELECT
      max(CASE n WHEN 2 THEN value END) AS source,
      max(CASE n WHEN 3 THEN value END) AS target,
      max(CASE n WHEN 4 THEN value END) AS coins
    FROM world.argument
  ) AS a;

CREATE TEMP VIEW torn(what) AS
  SELECT taken || ' coins were taken out, ' || given || ' were put in' FROM move_found WHERE taken <> given;

CREATE TEMP VIEW missing(what) AS
  SELECT 'the coins were not taken out' FROM move_found WHERE taken < coins
  UNION ALL
  SELECT 'the coins were not put in' FROM move_found WHERE given < coins;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the coins were taken out ' || (taken / coins) || ' times' FROM move_found WHERE taken >= 2 * coins
  UNION ALL
  SELECT 'the coins were put in ' || (given / coins) || ' times' FROM move_found WHERE given >= 2 * coins;
