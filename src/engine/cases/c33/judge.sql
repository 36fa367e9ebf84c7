-- Judges the sale and the mails. The table receipt is the solution's own affair.

CREATE TEMP VIEW paid_found AS
  SELECT (SELECT status FROM main.sale WHERE id = 1) AS status, (SELECT count(*) FROM world.mail) AS mails;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the receipt is out, the sale is still ' || status FROM paid_found WHERE mails > 0 AND status <> 'paid'
  UNION ALL
  SELECT 'the sale is paid, no receipt is out' FROM paid_found WHERE mails = 0 AND status = 'paid';

CREATE TEMP VIEW missing(what) AS
  SELECT 'the sale is still ' || status FROM paid_found WHERE status <> 'paid'
  UNION ALL
  SELECT 'no receipt was sent' FROM paid_found WHERE mails = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the receipt was sent ' || mails || ' times' FROM paid_found WHERE mails > 1;
