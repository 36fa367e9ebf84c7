-- Judges a ledger line by line, before and after. Arguments of the call: 1 path, 2 request id, 3 account, 4 amount.

CREATE TEMP VIEW ledger_asked AS
  SELECT path, request_id || ';' || account || ';' || amount AS record
  FROM (
    SELECT
      max(CASE n WHEN 1 THEN value END) AS path,
      max(CASE n WHEN 2 THEN value END) AS request_id,
      max(CASE n WHEN 3 THEN value END) AS account,
      max(CASE n WHEN 4 THEN value END) AS amount
    FROM world.argument
  );

-- One row for each line, before ('start') and after ('now'); `ended` says whether a newline follows.
CREATE TEMP VIEW ledger_lines(era, n, text, ended) AS
  WITH RECURSIVE
    whole(era, text) AS (
      SELECT 'start', text FROM world.start_file WHERE path = (SELECT path FROM ledger_asked)
      UNION ALL
      SELECT 'now', text FROM world.file WHERE path = (SELECT path FROM ledger_asked)
    ),
    split(era, n, text, ended, rest) AS (
      SELECT era, 0, '', 1, text FROM whole
      UNION ALL
      SELECT
        era, n + 1,
        CASE WHEN instr(rest, char(10)) > 0 THEN substr(rest, 1, instr(rest, char(10)) - 1) ELSE rest END,
        instr(rest, char(10)) > 0,
        CASE WHEN instr(rest, char(10)) > 0 THEN substr(rest, instr(rest, char(10)) + 1) ELSE '' END
      FROM split WHERE rest <> ''
    )
  SELECT era, n, text, ended FROM split WHERE n > 0;

CREATE TEMP VIEW ledger_counts AS
  SELECT
    text,
    sum(era = 'start') AS before,
    sum(era = 'now') AS after
  FROM ledger_lines GROUP BY text;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the ledger ' || path || ' is gone'
  FROM ledger_asked
  WHERE path IN (SELECT path FROM world.start_file) AND path NOT IN (SELECT path FROM world.file)
  UNION ALL
  SELECT 'the ledger ' || path || ' is not readable as text'
  FROM world.file WHERE path = (SELECT path FROM ledger_asked) AND text IS NULL
  UNION ALL
  SELECT 'the record ' || text || ' is lost' FROM ledger_counts WHERE after < before
  UNION ALL
  SELECT 'the ledger has a line that nobody asked for: ' || text
  FROM ledger_counts WHERE after > before AND text <> (SELECT record FROM ledger_asked)
  UNION ALL
  SELECT 'the line ' || text || ' does not end, so the next record would run into it'
  FROM ledger_lines WHERE era = 'now' AND NOT ended
  UNION ALL
  SELECT 'line ' || was.n || ' of the ledger is ' || now.text || ', it was ' || was.text
  FROM ledger_lines AS was JOIN ledger_lines AS now ON now.n = was.n AND now.era = 'now'
  WHERE was.era = 'start' AND now.text <> was.text
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM ledger_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the record ' || record || ' is not in the ledger'
  FROM ledger_asked
  WHERE record NOT IN (SELECT text FROM ledger_lines WHERE era = 'now' AND ended);

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the record ' || text || ' stands in the ledger ' || after || ' times'
  FROM ledger_counts WHERE text = (SELECT record FROM ledger_asked) AND after > 1;
