CREATE TEMP VIEW torn(what) AS SELECT 'book ' || id || ' has no author' FROM main.book WHERE author_id NOT IN (SELECT id FROM main.author);
CREATE TEMP VIEW missing(what) AS SELECT 'the author is still there' FROM main.author WHERE id = 1;
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
