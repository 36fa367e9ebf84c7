-- Judges an upload. Arguments of the call: 2 its id, 3 its name, 4 its content.

CREATE TEMP VIEW upload_asked AS
  SELECT
    max(CASE n WHEN 2 THEN value END) AS id,
    max(CASE n WHEN 3 THEN value END) AS name,
    max(CASE n WHEN 4 THEN value END) AS content
  FROM world.argument;

-- The rows, each with its file: './uploads/x' is the file uploads/x, and so is a path from the root down to it.
CREATE TEMP VIEW upload_rows AS
  SELECT
    u.id, u.name, u.path, u.size,
    CASE
      WHEN u.path LIKE './%' THEN substr(u.path, 3)
      WHEN u.path LIKE '/%/uploads/%' AND u.path NOT LIKE '/tmp/uploads/%'
        THEN substr(u.path, instr(u.path, '/uploads/') + 1)
      ELSE u.path
    END AS file
  FROM main.uploads AS u;

-- Files in the folder that were not there before and that no row points to.
CREATE TEMP VIEW upload_leftovers AS
  SELECT path, text
  FROM world.file
  WHERE path LIKE 'uploads/%'
    AND path NOT IN (SELECT path FROM world.start_file)
    AND path NOT IN (SELECT file FROM upload_rows);

CREATE TEMP VIEW torn(what) AS
  SELECT 'upload ' || id || ' is recorded, there is no file ' || path
  FROM upload_rows WHERE file NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'upload ' || r.id || ' is recorded, its file ' || r.path
    || CASE WHEN f.bytes = 0 THEN ' is empty' ELSE ' holds something else' END
  FROM upload_rows AS r
  JOIN upload_asked AS a USING (id)
  JOIN world.file AS f ON f.path = r.file
  WHERE f.text IS NOT a.content
  UNION ALL
  SELECT 'upload ' || r.id || ' is recorded with ' || r.size || ' bytes, its file ' || r.path || ' has ' || f.bytes
  FROM upload_rows AS r
  JOIN upload_asked AS a USING (id)
  JOIN world.file AS f ON f.path = r.file
  WHERE f.text IS a.content AND r.size IS NOT f.bytes
  UNION ALL
  SELECT 'upload ' || r.id || ' is recorded as ' || r.name || ' instead of ' || a.name
  FROM upload_rows AS r JOIN upload_asked AS a USING (id) WHERE r.name IS NOT a.name
  UNION ALL
  SELECT 'upload ' || r.id || ' is recorded outside the folder uploads: ' || r.path
  FROM upload_rows AS r JOIN upload_asked USING (id) WHERE r.file NOT LIKE 'uploads/%'
  UNION ALL
  SELECT 'upload ' || id || ' was there before and changed'
  FROM (SELECT id, name, path, size FROM start.uploads EXCEPT SELECT id, name, path, size FROM main.uploads)
  UNION ALL
  SELECT 'upload ' || id || ' is recorded that nobody sent'
  FROM main.uploads
  WHERE id NOT IN (SELECT id FROM start.uploads) AND id IS NOT (SELECT id FROM upload_asked)
  UNION ALL
  SELECT 'the file ' || path || ' was there before and changed'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file);

-- A file that no row points to is not torn. But to finish an interrupted upload is to leave no such file.
CREATE TEMP VIEW missing(what) AS
  SELECT 'upload ' || id || ' is not recorded' FROM upload_asked WHERE id NOT IN (SELECT id FROM main.uploads)
  UNION ALL
  SELECT 'the file ' || path || ' was left behind, no upload points to it'
  FROM upload_leftovers WHERE text IS NOT (SELECT content FROM upload_asked);

CREATE TEMP VIEW repeated(what) AS
  SELECT 'upload ' || a.id || ' is stored in ' || (count(*) + 1) || ' files, its row points to one'
  FROM upload_asked AS a
  JOIN upload_rows AS r USING (id)
  JOIN upload_leftovers AS l ON l.text = a.content
  GROUP BY a.id
  UNION ALL
  SELECT 'the upload is stored in ' || count(*) || ' files, and no row points to any'
  FROM upload_asked AS a JOIN upload_leftovers AS l ON l.text = a.content
  WHERE a.id NOT IN (SELECT id FROM main.uploads)
  GROUP BY a.id HAVING count(*) > 1;
