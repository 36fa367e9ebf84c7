-- Judges the outbox and the mailbox against the rows that were queued in the starting database.

-- Each mail that was due, with how often it was queued and how often it was delivered.
CREATE TEMP VIEW outbox_due AS
  SELECT
    q.recipient, q.subject, q.body,
    count(*) AS due,
    (
      SELECT count(*) FROM world.mail AS m
      WHERE m.recipient = q.recipient AND m.subject = q.subject AND m.body = q.body
    ) AS delivered
  FROM start.outbox AS q
  WHERE q.status = 'queued'
  GROUP BY q.recipient, q.subject, q.body;

CREATE TEMP VIEW outbox_now AS
  SELECT o.id, o.recipient, o.subject, now.status, now.sent_at, d.due, d.delivered
  FROM start.outbox AS o
  JOIN outbox_due AS d USING (recipient, subject, body)
  JOIN main.outbox AS now ON now.id = o.id
  WHERE o.status = 'queued';

CREATE TEMP VIEW torn(what) AS
  SELECT 'row ' || id || ' says sent, the mail to ' || recipient || ' was never delivered'
  FROM outbox_now WHERE status = 'sent' AND delivered = 0
  UNION ALL
  SELECT 'a mail was delivered that nobody had queued: ' || subject || ', to ' || recipient
  FROM world.mail AS m
  WHERE NOT EXISTS (
    SELECT 1 FROM start.outbox AS o
    WHERE o.recipient = m.recipient AND o.subject = m.subject AND o.body = m.body
  )
  UNION ALL
  SELECT 'row ' || id || ' had been sent before and changed'
  FROM (
    SELECT id, status, sent_at FROM start.outbox WHERE status <> 'queued'
    EXCEPT SELECT id, status, sent_at FROM main.outbox
  )
  UNION ALL
  SELECT 'the mail in row ' || id || ' is no longer the one that was queued'
  FROM (
    SELECT id, recipient, subject, body FROM start.outbox
    EXCEPT SELECT id, recipient, subject, body FROM main.outbox
  )
  UNION ALL
  SELECT 'row ' || id || ' is new' FROM main.outbox WHERE id NOT IN (SELECT id FROM start.outbox);

-- A mail that is out while its row still says queued is work to be finished, not yet a contradiction.
CREATE TEMP VIEW missing(what) AS
  SELECT 'the mail to ' || recipient || ' was delivered, row ' || id || ' still says ' || status
  FROM outbox_now WHERE status <> 'sent' AND delivered >= due
  UNION ALL
  SELECT 'the mail to ' || recipient || ' was not delivered: ' || subject FROM outbox_due WHERE delivered < due
  UNION ALL
  SELECT 'row ' || id || ' says ' || status || ', not sent' FROM outbox_now WHERE status <> 'sent' AND delivered < due
  UNION ALL
  SELECT 'row ' || id || ' does not say when it was sent' FROM outbox_now WHERE status = 'sent' AND sent_at IS NULL;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the mail to ' || recipient || ' was delivered ' || delivered || ' times: ' || subject
  FROM outbox_due WHERE delivered > due
  UNION ALL
  SELECT 'the mail to ' || o.recipient || ' had been sent before and was delivered again: ' || o.subject
  FROM start.outbox AS o
  WHERE o.status <> 'queued'
    AND NOT EXISTS (
      SELECT 1 FROM outbox_due AS d
      WHERE d.recipient = o.recipient AND d.subject = o.subject AND d.body = o.body
    )
    AND EXISTS (
      SELECT 1 FROM world.mail AS m
      WHERE m.recipient = o.recipient AND m.subject = o.subject AND m.body = o.body
    );
