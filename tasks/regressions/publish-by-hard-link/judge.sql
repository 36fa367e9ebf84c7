CREATE TEMP VIEW torn(what) AS SELECT 'the report is cut off' FROM world.file WHERE path = 'report.txt' AND text <> (SELECT value FROM world.argument WHERE n = 2);
CREATE TEMP VIEW missing(what) AS SELECT 'no report' WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = 'report.txt');
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
