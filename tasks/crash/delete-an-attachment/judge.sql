-- Judges a deletion against the starting rows and files and the attachment id of the call (its second argument).

CREATE TEMP VIEW attachment_asked AS
  SELECT id, 'attachments/' || id || '.bin' AS path
  FROM start.attachments
  WHERE id = (SELECT value FROM world.argument WHERE n = 2);

-- A file that no row points to is not torn: nobody can come across it.
CREATE TEMP VIEW torn(what) AS
  SELECT 'attachment ' || id || ' is still listed, its file is gone'
  FROM main.attachments WHERE 'attachments/' || id || '.bin' NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'attachment ' || a.id || ' is still listed, its file is not what was stored'
  FROM main.attachments AS a
  JOIN start.attachments USING (id)
  JOIN world.file AS now ON now.path = 'attachments/' || a.id || '.bin'
  JOIN world.start_file AS was ON was.path = now.path
  WHERE now.text IS NOT was.text OR now.bytes <> was.bytes
  UNION ALL
  SELECT 'attachment ' || id || ' was not to be deleted, and is not listed as it was'
  FROM (
    SELECT id, message_id, name FROM start.attachments
    EXCEPT SELECT id, message_id, name FROM main.attachments
  )
  WHERE id <> (SELECT id FROM attachment_asked)
  UNION ALL
  SELECT 'attachment ' || a.id || ' was not deleted, its row changed'
  FROM attachment_asked
  JOIN start.attachments AS a USING (id)
  JOIN main.attachments AS now USING (id)
  WHERE now.message_id IS NOT a.message_id OR now.name IS NOT a.name
  UNION ALL
  SELECT 'attachment ' || id || ' is new' FROM main.attachments WHERE id NOT IN (SELECT id FROM start.attachments)
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM attachment_asked)
    AND path IN (SELECT path FROM world.file);

CREATE TEMP VIEW missing(what) AS
  SELECT 'attachment ' || id || ' is still listed'
  FROM attachment_asked WHERE id IN (SELECT id FROM main.attachments)
  UNION ALL
  SELECT 'the file ' || path || ' is still there'
  FROM attachment_asked WHERE path IN (SELECT path FROM world.file);

-- To delete what is deleted changes nothing.
CREATE TEMP VIEW repeated(what) AS
  SELECT '' WHERE 0;
