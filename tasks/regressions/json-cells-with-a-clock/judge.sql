CREATE TEMP VIEW f AS SELECT (SELECT body ->> 'points' FROM main.doc WHERE id = 'a') AS a, (SELECT body ->> 'points' FROM main.doc WHERE id = 'b') AS b;
CREATE TEMP VIEW torn(what) AS SELECT 'a has ' || a || ', b has ' || b FROM f WHERE a + b <> 100;
CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM f WHERE b < 30;
CREATE TEMP VIEW repeated(what) AS SELECT 'moved again' FROM f WHERE b > 30;
