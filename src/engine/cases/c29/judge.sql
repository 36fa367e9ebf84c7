-- Judges each row of the outbox by its status and the mails to its recipient.

CREATE TEMP VIEW outbox_found AS
  SELECT o.recipient, o.status, (SELECT count(*) FROM world.mail AS m WHERE m.recipient = o.recipient) AS mails
  FROM main.outbox AS o;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the row of ' || recipient || ' says sent, no mail was sent' FROM outbox_found WHERE status = 'sent' AND mails = 0;

CREATE TEMP VIEW missing(what) AS
  SELECT 'no mail was sent to ' || recipient FROM outbox_found WHERE mails = 0
  UNION ALL
  SELECT 'the row of ' || recipient || ' still says ' || status FROM outbox_found WHERE status <> 'sent';

CREATE TEMP VIEW repeated(what) AS
  SELECT mails || ' mails were sent to ' || recipient FROM outbox_found WHERE mails > 1;
