CREATE TEMP VIEW torn(what) AS SELECT 'never' WHERE 0;
CREATE TEMP VIEW missing(what) AS SELECT 'no report' WHERE NOT EXISTS (SELECT 1 FROM main.report)
  UNION ALL SELECT 'the sales still wait' FROM main.sale WHERE reported = 0;
CREATE TEMP VIEW repeated(what) AS SELECT 'the same sales are in ' || count(*) || ' reports' FROM main.report WHERE total > 0 HAVING count(*) > 1;
