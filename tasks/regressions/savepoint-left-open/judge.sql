CREATE TEMP VIEW torn(what) AS SELECT 'never' WHERE 0;
CREATE TEMP VIEW missing(what) AS SELECT 'item 3 is missing' WHERE NOT EXISTS (SELECT 1 FROM main.item WHERE value = 3);
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
