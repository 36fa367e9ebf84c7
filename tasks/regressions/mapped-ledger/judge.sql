CREATE TEMP VIEW ledger AS
SELECT substr(text, 1, 2) AS counted, substr(text, 3, 8) AS first, substr(text, 11, 8) AS second
FROM world.file
WHERE path = 'ledger.txt';

CREATE TEMP VIEW torn(what) AS
SELECT 'the ledger counts ' || counted || ' entries, and the second reads "' || second || '"'
FROM ledger
WHERE counted = '02' AND second <> 'errors  '
UNION ALL
SELECT 'the ledger is gone'
WHERE NOT EXISTS (SELECT 1 FROM ledger WHERE first = 'hits    ');

CREATE TEMP VIEW missing(what) AS
SELECT 'the ledger does not count the entry'
FROM ledger
WHERE counted < '02';

CREATE TEMP VIEW repeated(what) AS
SELECT 'the ledger counts ' || counted || ' entries'
FROM ledger
WHERE counted > '02';
