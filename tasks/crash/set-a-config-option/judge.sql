-- Judges one INI file, before and after, option by option; layout does not count. Arguments of the call:
-- 1 path, 2 section, 3 option, 4 value.

CREATE TEMP VIEW config_asked AS
  SELECT
    max(CASE n WHEN 1 THEN value END) AS path,
    max(CASE n WHEN 2 THEN value END) AS section,
    lower(max(CASE n WHEN 3 THEN value END)) AS option,
    max(CASE n WHEN 4 THEN value END) AS value
  FROM world.argument;

CREATE TEMP VIEW config_lines(era, n, text) AS
  WITH RECURSIVE
    whole(era, text) AS (
      SELECT 'start', text FROM world.start_file WHERE path = (SELECT path FROM config_asked)
      UNION ALL
      SELECT 'now', text FROM world.file WHERE path = (SELECT path FROM config_asked)
    ),
    split(era, n, line, rest) AS (
      SELECT era, 0, '', replace(text, char(13), '') || char(10) FROM whole
      UNION ALL
      SELECT era, n + 1, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
      FROM split WHERE rest <> ''
    )
  SELECT era, n, trim(line, ' ' || char(9)) FROM split WHERE n > 0;

-- One row for each option that stands in the file, before ('start') and after ('now').
CREATE TEMP VIEW config_options(era, section, option, value) AS
  WITH
  lines AS MATERIALIZED (SELECT era, n, text FROM config_lines),
  marked AS (
    SELECT
      era, n, text,
      CASE
        WHEN instr(text, '=') > 0 AND (instr(text, ':') = 0 OR instr(text, '=') < instr(text, ':'))
          THEN instr(text, '=')
        ELSE instr(text, ':')
      END AS split_at
    FROM lines
    WHERE text <> '' AND substr(text, 1, 1) NOT IN ('[', '#', ';')
  )
  SELECT
    m.era,
    coalesce(
      (
        SELECT trim(h.text, '[]') FROM lines AS h
        WHERE h.era = m.era AND h.n < m.n AND h.text GLOB '[[]*]'
        ORDER BY h.n DESC LIMIT 1
      ),
      ''
    ),
    lower(trim(CASE WHEN m.split_at > 0 THEN substr(m.text, 1, m.split_at - 1) ELSE m.text END)),
    CASE WHEN m.split_at > 0 THEN trim(substr(m.text, m.split_at + 1)) ELSE '' END
  FROM marked AS m;

CREATE TEMP VIEW config_target AS
  SELECT
    a.section, a.option, a.value,
    (
      SELECT value FROM config_options AS c
      WHERE c.era = 'start' AND c.section = a.section AND c.option = a.option
    ) AS old_value,
    (SELECT count(*) FROM config_options AS c
      WHERE c.era = 'now' AND c.section = a.section AND c.option = a.option) AS found,
    (SELECT count(*) FROM config_options AS c
      WHERE c.era = 'now' AND c.section = a.section AND c.option = a.option AND c.value = a.value) AS found_new
  FROM config_asked AS a;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the file ' || path || ' is gone' FROM config_asked WHERE path NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'the file ' || path || ' is empty'
  FROM world.file WHERE path = (SELECT path FROM config_asked) AND bytes = 0
  UNION ALL
  SELECT 'the file ' || path || ' is not readable as text'
  FROM world.file WHERE path = (SELECT path FROM config_asked) AND text IS NULL
  UNION ALL
  SELECT 'the option ' || option || ' of [' || section || '] was ' || value || ', now it is '
    || coalesce(
      (
        SELECT group_concat(c.value, ' and ') FROM config_options AS c
        WHERE c.era = 'now' AND c.section = was.section AND c.option = was.option
      ),
      'gone'
    )
  FROM (
    SELECT section, option, value, count(*) FROM config_options WHERE era = 'start' GROUP BY section, option, value
    EXCEPT
    SELECT section, option, value, count(*) FROM config_options WHERE era = 'now' GROUP BY section, option, value
  ) AS was
  WHERE (section, option) NOT IN (SELECT section, option FROM config_asked)
  UNION ALL
  SELECT 'the option ' || option || ' of [' || section || '] is new: ' || value
  FROM config_options
  WHERE era = 'now'
    AND (section, option) NOT IN (SELECT section, option FROM config_options WHERE era = 'start')
    AND (section, option) NOT IN (SELECT section, option FROM config_asked)
  UNION ALL
  SELECT 'the option ' || option || ' of [' || section || '] is lost, neither the old value nor the new one is there'
  FROM config_target WHERE old_value IS NOT NULL AND found = 0
  UNION ALL
  SELECT 'the option ' || c.option || ' of [' || c.section || '] is ' || c.value || ', neither the old value nor the new one'
  FROM config_options AS c JOIN config_target AS t USING (section, option)
  WHERE c.era = 'now' AND c.value IS NOT t.old_value AND c.value IS NOT t.value
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM config_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the option ' || option || ' of [' || section || '] is not ' || value FROM config_target WHERE found_new = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the option ' || option || ' of [' || section || '] stands in the file ' || found || ' times'
  FROM config_target WHERE found > 1;
