-- Judges one exported report and its record; the month is the second argument of the call.

CREATE TEMP VIEW report_asked AS
  SELECT value AS month, 'reports/' || value || '.csv' AS path FROM world.argument WHERE n = 2;

-- The lines that the report should have.
CREATE TEMP VIEW report_wanted(n, text) AS
  SELECT 1, 'product,units,revenue'
  UNION ALL
  SELECT 1 + row_number() OVER (ORDER BY product), product || ',' || sum(units) || ',' || sum(units * price)
  FROM start.sales
  WHERE substr(sold_on, 1, 7) = (SELECT month FROM report_asked)
  GROUP BY product;

CREATE TEMP VIEW report_lines(n, text) AS
  SELECT n, text FROM world.line WHERE path = (SELECT path FROM report_asked);

-- `file` is 'none', 'whole' (as the sales stand now), 'old' (as before the call), 'empty' or 'broken'.
CREATE TEMP VIEW report_found AS
  SELECT
    a.month, a.path,
    CASE
      WHEN now.path IS NULL THEN 'none'
      WHEN NOT EXISTS (SELECT n, text FROM report_wanted EXCEPT SELECT n, text FROM report_lines)
        AND NOT EXISTS (SELECT n, text FROM report_lines EXCEPT SELECT n, text FROM report_wanted) THEN 'whole'
      WHEN now.text = was.text THEN 'old'
      WHEN now.bytes = 0 THEN 'empty'
      ELSE 'broken'
    END AS file,
    (SELECT count(*) FROM main.reports WHERE month = a.month) AS recorded,
    EXISTS (
      SELECT 1 FROM main.reports AS r
      WHERE r.month = a.month
        AND NOT EXISTS (SELECT 1 FROM start.reports AS s WHERE s.id = r.id AND s.exported_at = r.exported_at)
    ) AS renewed
  FROM report_asked AS a
  LEFT JOIN world.file AS now ON now.path = a.path
  LEFT JOIN world.start_file AS was ON was.path = a.path;

-- A file that no row of reports points to is not torn, whatever is in it: nobody opens it.
CREATE TEMP VIEW torn(what) AS
  SELECT 'the report of ' || month || ' is recorded, there is no file ' || path
  FROM report_found WHERE recorded > 0 AND file = 'none'
  UNION ALL
  SELECT 'the report of ' || month || ' is recorded, the file ' || path || ' is empty'
  FROM report_found WHERE recorded > 0 AND file = 'empty'
  UNION ALL
  SELECT 'the report of ' || month || ' is recorded, the file ' || path || ' is neither the old report nor the new one'
  FROM report_found WHERE recorded > 0 AND file = 'broken'
  UNION ALL
  SELECT 'the record says that ' || month || ' was exported again, the file is still the old one'
  FROM report_found WHERE renewed AND file = 'old'
  UNION ALL
  SELECT 'the report of ' || r.month || ' is recorded with the path ' || r.path
  FROM main.reports AS r JOIN report_asked AS a USING (month)
  -- A path from the root down to the same file is as good.
  WHERE r.path IS NOT a.path AND r.path IS NOT './' || a.path
    AND NOT (r.path LIKE '/%/' || a.path AND r.path NOT LIKE '/tmp/' || a.path)
  UNION ALL
  SELECT 'the report of ' || month || ' was recorded before and no longer is'
  FROM report_found WHERE recorded = 0 AND month IN (SELECT month FROM start.reports)
  UNION ALL
  SELECT 'the record of ' || month || ' changed, it is another month'
  FROM (
    SELECT id, month, path, exported_at FROM start.reports
    EXCEPT SELECT id, month, path, exported_at FROM main.reports
  )
  WHERE month <> (SELECT month FROM report_asked)
  UNION ALL
  SELECT 'a report of ' || month || ' is recorded that nobody asked for'
  FROM (
    SELECT id, month, path, exported_at FROM main.reports
    EXCEPT SELECT id, month, path, exported_at FROM start.reports
  )
  WHERE month <> (SELECT month FROM report_asked)
  UNION ALL
  SELECT 'sale ' || id || ' changed'
  FROM (
    SELECT id, sold_on, product, units, price FROM start.sales
    EXCEPT SELECT id, sold_on, product, units, price FROM main.sales
  )
  UNION ALL
  SELECT 'sale ' || id || ' is new' FROM main.sales WHERE id NOT IN (SELECT id FROM start.sales)
  UNION ALL
  SELECT 'the file ' || path || ' changed and was not to be touched'
  FROM (SELECT path, bytes, text FROM world.start_file EXCEPT SELECT path, bytes, text FROM world.file)
  WHERE path <> (SELECT path FROM report_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'there is no file ' || path FROM report_found WHERE file = 'none'
  UNION ALL
  SELECT 'the file ' || path || ' does not show the sales as they stand now'
  FROM report_found WHERE file NOT IN ('none', 'whole')
  UNION ALL
  SELECT 'the report of ' || month || ' is not recorded' FROM report_found WHERE recorded = 0
  UNION ALL
  SELECT 'the record of ' || month || ' still has the time of the last export'
  FROM report_found WHERE recorded > 0 AND NOT renewed;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the report of ' || month || ' is recorded ' || recorded || ' times' FROM report_found WHERE recorded > 1;
