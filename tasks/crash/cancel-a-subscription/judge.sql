-- Judges a cancellation against the starting database and the subscription id of the call (its third argument).

CREATE TEMP VIEW cancel_asked AS
  SELECT id, email, plan, 'Your ' || plan || ' subscription has been cancelled.' AS body
  FROM start.subscriptions
  WHERE id = (SELECT value FROM world.argument WHERE n = 3);

-- The confirmations in the mailbox. White space around the body does not count.
CREATE TEMP VIEW cancel_mail AS
  SELECT m.n
  FROM world.mail AS m
  JOIN cancel_asked AS a
    ON m.recipient = a.email AND m.subject = 'Subscription cancelled'
    AND trim(m.body, char(9, 10, 13, 32)) = a.body;

-- What stands in the database and in the mailbox now.
CREATE TEMP VIEW cancel_found AS
  SELECT
    a.id, a.email,
    coalesce(now.status, 'gone') AS status,
    now.cancelled_at,
    now.confirmed_at,
    (SELECT count(*) FROM start.renewals WHERE subscription_id = a.id) AS due_before,
    (SELECT count(*) FROM main.renewals WHERE subscription_id = a.id) AS due_now,
    (SELECT count(*) FROM cancel_mail) AS delivered
  FROM cancel_asked AS a
  LEFT JOIN main.subscriptions AS now ON now.id = a.id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the subscription says cancelled, ' || due_now || ' of its renewals will still be charged'
  FROM cancel_found WHERE status = 'cancelled' AND due_now > 0
  UNION ALL
  SELECT 'renewals were deleted, the subscription still says ' || status
  FROM cancel_found WHERE status <> 'cancelled' AND due_now < due_before
  UNION ALL
  SELECT 'the subscription says cancelled, but not since when'
  FROM cancel_found WHERE status = 'cancelled' AND cancelled_at IS NULL
  UNION ALL
  SELECT 'the subscription says ' || status || ', and has a time of cancellation'
  FROM cancel_found WHERE status <> 'cancelled' AND cancelled_at IS NOT NULL
  UNION ALL
  SELECT 'the subscription says that the email was sent, it was never delivered'
  FROM cancel_found WHERE confirmed_at IS NOT NULL AND delivered = 0
  UNION ALL
  SELECT 'the subscription''s status is ''' || status || ''', which is neither active nor cancelled'
  FROM cancel_found WHERE status NOT IN ('active', 'cancelled')
  UNION ALL
  SELECT 'a mail was delivered that nobody asked for: ' || subject || ', to ' || recipient
  FROM world.mail WHERE n NOT IN (SELECT n FROM cancel_mail)
  UNION ALL
  SELECT 'the email address or the plan of subscription ' || a.id || ' changed'
  FROM cancel_asked AS a JOIN main.subscriptions AS now ON now.id = a.id
  WHERE now.email IS NOT a.email OR now.plan IS NOT a.plan
  UNION ALL
  SELECT 'subscription ' || id || ' changed and was not to be cancelled'
  FROM (
    SELECT id, email, plan, status, cancelled_at, confirmed_at FROM start.subscriptions
    EXCEPT SELECT id, email, plan, status, cancelled_at, confirmed_at FROM main.subscriptions
  )
  WHERE id <> (SELECT id FROM cancel_asked)
  UNION ALL
  SELECT 'subscription ' || id || ' is new'
  FROM main.subscriptions WHERE id NOT IN (SELECT id FROM start.subscriptions)
  UNION ALL
  SELECT 'renewal ' || id || ' changed and belongs to another subscription'
  FROM (
    SELECT id, subscription_id, due_on, amount FROM start.renewals
    EXCEPT SELECT id, subscription_id, due_on, amount FROM main.renewals
  )
  WHERE subscription_id <> (SELECT id FROM cancel_asked)
  UNION ALL
  SELECT 'renewal ' || id || ' was not there before'
  FROM (
    SELECT id, subscription_id, due_on, amount FROM main.renewals
    EXCEPT SELECT id, subscription_id, due_on, amount FROM start.renewals
  );

-- A mail that is out while the subscription still says active is work to be finished, not yet a contradiction.
CREATE TEMP VIEW missing(what) AS
  SELECT 'the email was delivered, the subscription still says ' || status
  FROM cancel_found WHERE status <> 'cancelled' AND delivered > 0
  UNION ALL
  SELECT 'the subscription says ' || status || ', not cancelled'
  FROM cancel_found WHERE status <> 'cancelled' AND delivered = 0
  UNION ALL
  SELECT 'renewals are still due' FROM cancel_found WHERE due_now > 0
  UNION ALL
  SELECT 'the email to ' || email || ' was not delivered' FROM cancel_found WHERE delivered = 0
  UNION ALL
  SELECT 'the email was delivered, the subscription does not say when'
  FROM cancel_found WHERE confirmed_at IS NULL AND delivered > 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the email to ' || email || ' was delivered ' || delivered || ' times' FROM cancel_found WHERE delivered > 1;
