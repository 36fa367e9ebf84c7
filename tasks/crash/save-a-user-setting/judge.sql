-- Judges one user's settings, before and after, key by key; layout does not count. Arguments of the call: 1 folder,
-- 2 user, 3 name, 4 value.

CREATE TEMP VIEW setting_asked AS
  SELECT
    max(CASE n WHEN 1 THEN value END) || '/' || max(CASE n WHEN 2 THEN value END) || '.json' AS path,
    max(CASE n WHEN 2 THEN value END) AS user,
    max(CASE n WHEN 3 THEN value END) AS name,
    max(CASE n WHEN 4 THEN value END) AS value
  FROM world.argument;

-- The user's file as it is now; `readable` says whether it holds a JSON object.
CREATE TEMP VIEW setting_file AS
  SELECT
    f.path, f.bytes, f.text,
    CASE WHEN json_valid(f.text) THEN json_type(f.text) = 'object' ELSE 0 END AS readable
  FROM world.file AS f JOIN setting_asked AS a ON a.path = f.path;

-- One row for each setting, before ('start') and after ('now').
CREATE TEMP VIEW setting_entries(era, name, value) AS
  SELECT 'start', e.key, e.value
  FROM world.start_file AS f
  JOIN setting_asked AS a ON a.path = f.path
  JOIN json_each(f.text) AS e
  UNION ALL
  SELECT 'now', e.key, e.value
  FROM json_each(coalesce((SELECT text FROM setting_file WHERE readable), '{}')) AS e;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the settings of ' || user || ' are gone'
  FROM setting_asked
  WHERE path IN (SELECT path FROM world.start_file) AND path NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'the file ' || path || ' is empty' FROM setting_file WHERE bytes = 0
  UNION ALL
  SELECT 'the file ' || path || ' cannot be read as JSON: ' || coalesce(nullif(substr(text, 1, 60), ''), 'it is no text')
  FROM setting_file WHERE bytes > 0 AND NOT readable
  UNION ALL
  SELECT 'the setting ' || was.name || ' is '
    || coalesce((SELECT value FROM setting_entries AS e WHERE e.era = 'now' AND e.name = was.name), 'gone')
    || ', it was ' || was.value
  FROM setting_entries AS was
  WHERE was.era = 'start'
    AND was.name <> (SELECT name FROM setting_asked)
    AND EXISTS (SELECT 1 FROM setting_file WHERE readable)
    AND NOT EXISTS (
      SELECT 1 FROM setting_entries AS e WHERE e.era = 'now' AND e.name = was.name AND e.value IS was.value
    )
  UNION ALL
  SELECT 'the setting ' || name || ' is new: ' || value
  FROM setting_entries
  WHERE era = 'now'
    AND name NOT IN (SELECT name FROM setting_entries WHERE era = 'start')
    AND name <> (SELECT name FROM setting_asked)
  UNION ALL
  SELECT 'the setting ' || was.name || ' is lost, neither the old value nor the new one is there'
  FROM setting_entries AS was JOIN setting_asked AS a USING (name)
  WHERE was.era = 'start'
    AND EXISTS (SELECT 1 FROM setting_file WHERE readable)
    AND NOT EXISTS (SELECT 1 FROM setting_entries AS e WHERE e.era = 'now' AND e.name = was.name)
  UNION ALL
  SELECT 'the setting ' || e.name || ' is ' || coalesce(e.value, 'null') || ', neither the old value nor the new one'
  FROM setting_entries AS e JOIN setting_asked AS a USING (name)
  WHERE e.era = 'now'
    AND e.value IS NOT a.value
    AND e.value IS NOT (SELECT value FROM setting_entries AS was WHERE was.era = 'start' AND was.name = e.name)
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM setting_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the setting ' || name || ' of ' || user || ' is not ' || value
  FROM setting_asked AS a
  WHERE NOT EXISTS (
    SELECT 1 FROM setting_entries AS e WHERE e.era = 'now' AND e.name = a.name AND e.value IS a.value
  );

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the setting ' || name || ' stands in the file ' || count(*) || ' times'
  FROM setting_entries WHERE era = 'now' GROUP BY name HAVING count(*) > 1;
