CREATE TEMP VIEW counted(booked, n) AS SELECT (SELECT count(*) FROM main.appointment), (SELECT n FROM main.stat);

CREATE TEMP VIEW torn(what) AS
  SELECT booked || ' appointments, ' || n || ' counted' FROM counted WHERE booked <> n
  UNION ALL SELECT 'booked at ' || at_utc FROM main.appointment WHERE at_utc <> '2024-05-01T07:00:00+00:00';

CREATE TEMP VIEW missing(what) AS SELECT 'nothing is booked' FROM counted WHERE booked = 0;

CREATE TEMP VIEW repeated(what) AS SELECT 'booked twice' FROM counted WHERE booked > 1;
