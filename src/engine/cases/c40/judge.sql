-- Judges the numbers 1 to 6 and the checkpoint.

CREATE TEMP VIEW import_found AS
  SELECT
    (SELECT count(DISTINCT number) FROM main.record) AS numbers,
    (SELECT count(*) FROM main.record) AS rows,
    (SELECT done FROM main.progress) AS done;

CREATE TEMP VIEW torn(what) AS
  SELECT numbers || ' numbers are there, the checkpoint says ' || done FROM import_found WHERE numbers <> done;

CREATE TEMP VIEW missing(what) AS
  SELECT 'only ' || numbers || ' of 6 numbers are there' FROM import_found WHERE numbers < 6
  UNION ALL
  SELECT 'the checkpoint says ' || done || ' of 6' FROM import_found WHERE done < 6;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'there are ' || rows || ' rows for ' || numbers || ' numbers' FROM import_found WHERE rows > numbers;
