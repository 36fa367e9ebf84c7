-- Judges a transfer against the starting database and the call: transfer id, payer, receiver and amount are its
-- second to fifth arguments.

CREATE TEMP VIEW transfer_asked AS
  SELECT
    t.value AS transfer_id,
    payer.id AS payer, payer.balance AS payer_had,
    receiver.id AS receiver, receiver.balance AS receiver_had,
    a.value AS amount
  FROM world.argument AS t
  JOIN world.argument AS a ON a.n = 5
  JOIN start.accounts AS payer ON payer.id = (SELECT value FROM world.argument WHERE n = 3)
  JOIN start.accounts AS receiver ON receiver.id = (SELECT value FROM world.argument WHERE n = 4)
  WHERE t.n = 2;

-- What stands in the database now: money taken, money given, the ledger's entries for both.
CREATE TEMP VIEW transfer_found AS
  SELECT
    a.payer, a.receiver, a.amount,
    a.payer_had - coalesce((SELECT balance FROM main.accounts WHERE id = a.payer), 0) AS taken,
    coalesce((SELECT balance FROM main.accounts WHERE id = a.receiver), 0) - a.receiver_had AS given,
    (
      SELECT count(*) FROM main.ledger AS l
      WHERE l.transfer_id = a.transfer_id AND l.account_id = a.payer AND l.amount = -a.amount
    ) AS out_entries,
    (
      SELECT count(*) FROM main.ledger AS l
      WHERE l.transfer_id = a.transfer_id AND l.account_id = a.receiver AND l.amount = a.amount
    ) AS in_entries
  FROM transfer_asked AS a;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the money left account ' || payer || ' and never reached account ' || receiver
  FROM transfer_found WHERE taken >= amount AND given < amount
  UNION ALL
  SELECT 'account ' || receiver || ' got the money, account ' || payer || ' was not charged'
  FROM transfer_found WHERE taken < amount AND given >= amount
  UNION ALL
  SELECT 'account ' || payer || ' was charged, the ledger has no entry for it'
  FROM transfer_found WHERE taken >= amount AND out_entries = 0
  UNION ALL
  SELECT 'account ' || receiver || ' got the money, the ledger has no entry for it'
  FROM transfer_found WHERE given >= amount AND in_entries = 0
  UNION ALL
  SELECT 'the ledger says that account ' || payer || ' was charged, its balance says no'
  FROM transfer_found WHERE taken < amount AND out_entries > 0
  UNION ALL
  SELECT 'the ledger says that account ' || receiver || ' got the money, its balance says no'
  FROM transfer_found WHERE given < amount AND in_entries > 0
  UNION ALL
  SELECT 'the ledger has one side of the transfer and lacks the other'
  FROM transfer_found WHERE (out_entries = 0) <> (in_entries = 0)
  UNION ALL
  SELECT 'the balance of account ' || payer || ' changed by ' || -taken || ', the transfer is of ' || amount
  FROM transfer_found WHERE taken < 0 OR taken % amount <> 0
  UNION ALL
  SELECT 'the balance of account ' || receiver || ' changed by ' || given || ', the transfer is of ' || amount
  FROM transfer_found WHERE given < 0 OR given % amount <> 0
  UNION ALL
  SELECT 'the ledger has an entry of ' || l.amount || ' for account ' || l.account_id || ' that is no part of the transfer'
  FROM main.ledger AS l JOIN transfer_asked AS a USING (transfer_id)
  WHERE (l.account_id, l.amount) NOT IN (VALUES (a.payer, -a.amount), (a.receiver, a.amount))
  UNION ALL
  SELECT 'account ' || id || ' changed and has nothing to do with this transfer'
  FROM (
    SELECT id, owner, balance FROM start.accounts
    WHERE id NOT IN (SELECT payer FROM transfer_asked UNION ALL SELECT receiver FROM transfer_asked)
    EXCEPT SELECT id, owner, balance FROM main.accounts
  )
  UNION ALL
  SELECT 'account ' || id || ' is new' FROM main.accounts WHERE id NOT IN (SELECT id FROM start.accounts)
  UNION ALL
  SELECT 'account ' || was.id || ' has another owner'
  FROM start.accounts AS was JOIN main.accounts AS now USING (id)
  WHERE now.owner IS NOT was.owner AND was.id IN (SELECT payer FROM transfer_asked UNION ALL SELECT receiver FROM transfer_asked)
  UNION ALL
  SELECT 'the ledger''s entry ' || id || ' changed and was there before'
  FROM (
    SELECT id, transfer_id, account_id, amount FROM start.ledger
    EXCEPT SELECT id, transfer_id, account_id, amount FROM main.ledger
  )
  UNION ALL
  SELECT 'the ledger has an entry of a transfer that nobody asked for: ' || transfer_id
  FROM main.ledger
  WHERE id NOT IN (SELECT id FROM start.ledger) AND transfer_id <> (SELECT transfer_id FROM transfer_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'account ' || payer || ' has not paid the ' || amount FROM transfer_found WHERE taken < amount
  UNION ALL
  SELECT 'account ' || receiver || ' has not got the ' || amount FROM transfer_found WHERE given < amount
  UNION ALL
  SELECT 'the ledger has no entry for account ' || payer FROM transfer_found WHERE out_entries = 0
  UNION ALL
  SELECT 'the ledger has no entry for account ' || receiver FROM transfer_found WHERE in_entries = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'account ' || payer || ' was charged ' || (taken / amount) || ' times'
  FROM transfer_found WHERE taken >= 2 * amount
  UNION ALL
  SELECT 'account ' || receiver || ' got the money ' || (given / amount) || ' times'
  FROM transfer_found WHERE given >= 2 * amount
  UNION ALL
  SELECT 'the ledger has the entry for account ' || payer || ' ' || out_entries || ' times'
  FROM transfer_found WHERE out_entries > 1
  UNION ALL
  SELECT 'the ledger has the entry for account ' || receiver || ' ' || in_entries || ' times'
  FROM transfer_found WHERE in_entries > 1;
