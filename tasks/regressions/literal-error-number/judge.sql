CREATE TEMP VIEW torn(what) AS SELECT 'never' WHERE 0;
CREATE TEMP VIEW missing(what) AS SELECT 'the folder is not noted' WHERE NOT EXISTS (SELECT 1 FROM main.folder);
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
