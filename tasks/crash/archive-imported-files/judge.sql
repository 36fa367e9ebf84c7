-- Judges inbox, archive and index, file by file. Arguments of the call: 1 inbox, 2 archive.

CREATE TEMP VIEW archive_asked AS
  SELECT
    max(CASE n WHEN 1 THEN value END) || '/' AS inbox,
    max(CASE n WHEN 2 THEN value END) || '/' AS archive,
    max(CASE n WHEN 2 THEN value END) || '/index.txt' AS index_path
  FROM world.argument;

-- One row for each line of the index, before ('start') and after ('now').
CREATE TEMP VIEW archive_lines(era, text) AS
  WITH RECURSIVE
    whole(era, text) AS (
      SELECT 'start', text FROM world.start_file WHERE path = (SELECT index_path FROM archive_asked)
      UNION ALL
      SELECT 'now', text FROM world.file WHERE path = (SELECT index_path FROM archive_asked)
    ),
    split(era, n, line, rest) AS (
      SELECT era, 0, '', replace(text, char(13), '') || char(10) FROM whole
      UNION ALL
      SELECT era, n + 1, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
      FROM split WHERE rest <> ''
    )
  SELECT era, line FROM split WHERE n > 0 AND line <> '';

-- One row for each name that the index lists now, with the sizes it gives and how often.
CREATE TEMP VIEW archive_listed AS
  SELECT
    CASE WHEN instr(text, ';') > 0 THEN substr(text, 1, instr(text, ';') - 1) ELSE text END AS name,
    group_concat(DISTINCT CASE WHEN instr(text, ';') > 0 THEN substr(text, instr(text, ';') + 1) ELSE 'nothing' END)
      AS size,
    count(*) AS times
  FROM archive_lines WHERE era = 'now' GROUP BY name;

-- Each file that was to be archived, and where it is now.
CREATE TEMP VIEW archive_due AS
  SELECT
    due.name, due.bytes, due.text,
    waiting.path IS NOT NULL AS in_inbox,
    waiting.path IS NOT NULL AND waiting.bytes IS due.bytes AND waiting.text IS due.text AS whole_in_inbox,
    kept.path IS NOT NULL AND kept.bytes IS due.bytes AND kept.text IS due.text AS whole_in_archive,
    coalesce(l.times, 0) AS listed
  FROM (
    SELECT path, substr(path, length(a.inbox) + 1) AS name, bytes, text, a.archive
    FROM world.start_file JOIN archive_asked AS a ON substr(path, 1, length(a.inbox)) = a.inbox
  ) AS due
  LEFT JOIN world.file AS waiting ON waiting.path = due.path
  LEFT JOIN world.file AS kept ON kept.path = due.archive || due.name
  LEFT JOIN archive_listed AS l ON l.name = due.name;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the file ' || name || ' is lost: it is whole neither in the inbox nor in the archive'
  FROM archive_due WHERE NOT whole_in_inbox AND NOT whole_in_archive
  UNION ALL
  SELECT 'the file ' || name || ' in the inbox changed' FROM archive_due WHERE in_inbox AND NOT whole_in_inbox
  UNION ALL
  SELECT 'the file ' || name || ' has left the inbox, the index does not list it'
  FROM archive_due WHERE NOT in_inbox AND listed = 0
  UNION ALL
  SELECT 'the index lists ' || l.name || ', the archive does not have it'
  FROM archive_listed AS l JOIN archive_asked AS a
  WHERE NOT EXISTS (SELECT 1 FROM world.file WHERE path = a.archive || l.name)
  UNION ALL
  SELECT 'the index says that ' || l.name || ' has ' || l.size || ' bytes, in the archive it has ' || f.bytes
  FROM archive_listed AS l
  JOIN archive_asked AS a
  JOIN world.file AS f ON f.path = a.archive || l.name
  WHERE l.size <> CAST(f.bytes AS TEXT)
  UNION ALL
  SELECT 'the index is gone'
  FROM archive_asked
  WHERE index_path IN (SELECT path FROM world.start_file) AND index_path NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'the index is not readable as text'
  FROM world.file WHERE path = (SELECT index_path FROM archive_asked) AND text IS NULL
  UNION ALL
  SELECT 'the index no longer has the line ' || text
  FROM (
    SELECT text FROM archive_lines WHERE era = 'start' EXCEPT SELECT text FROM archive_lines WHERE era = 'now'
  )
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  JOIN archive_asked AS a
  WHERE path <> a.index_path AND substr(path, 1, length(a.inbox)) <> a.inbox;

-- A copy in the archive that the index does not list contradicts nothing while the inbox still has the file.
CREATE TEMP VIEW missing(what) AS
  SELECT 'the file ' || name || ' is not in the archive' FROM archive_due WHERE NOT whole_in_archive
  UNION ALL
  SELECT 'the file ' || name || ' is not in the index' FROM archive_due WHERE listed = 0
  UNION ALL
  SELECT 'the file ' || name || ' is still in the inbox' FROM archive_due WHERE in_inbox;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the index lists ' || name || ' ' || times || ' times' FROM archive_listed WHERE times > 1;
