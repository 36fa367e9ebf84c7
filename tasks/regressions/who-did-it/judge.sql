CREATE TEMP VIEW torn(what) AS
  SELECT 'seat ' || name || ' is taken and not logged' FROM main.seat WHERE taken = 1 AND name NOT IN (SELECT seat FROM main.log)
  UNION ALL SELECT 'nobody is named' FROM main.log WHERE user = '';
CREATE TEMP VIEW missing(what) AS SELECT 'seat ' || name || ' is free' FROM main.seat WHERE taken = 0;
CREATE TEMP VIEW repeated(what) AS SELECT 'logged twice' WHERE (SELECT count(*) FROM main.log) > 1;
