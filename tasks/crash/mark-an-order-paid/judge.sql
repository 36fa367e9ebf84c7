-- Judges a payment against the starting database. Arguments of the call: 3 the order, 4 the payment.

CREATE TEMP VIEW paid_asked AS
  SELECT
    o.id AS order_id, o.email, o.total, o.status,
    (SELECT value FROM world.argument WHERE n = 4) AS payment_id,
    'Receipt for order ' || o.id AS subject,
    'We received your payment of ' || o.total || '. Thank you.' AS body
  FROM start.orders AS o
  WHERE o.id = (SELECT value FROM world.argument WHERE n = 3);

-- The receipts in the mailbox. White space around the body does not count.
CREATE TEMP VIEW paid_mail AS
  SELECT m.n
  FROM world.mail AS m
  JOIN paid_asked AS a
    ON m.recipient = a.email AND m.subject = a.subject AND trim(m.body, char(9, 10, 13, 32)) = a.body;

-- What stands in the database and in the mailbox now.
CREATE TEMP VIEW paid_found AS
  SELECT
    a.order_id, a.email, a.payment_id, a.total,
    coalesce((SELECT status FROM main.orders WHERE id = a.order_id), 'gone') AS status,
    (SELECT count(*) FROM main.payments WHERE order_id = a.order_id) AS recorded,
    p.amount,
    coalesce(p.receipt_sent, 0) AS receipt_sent,
    (SELECT count(*) FROM paid_mail) AS delivered
  FROM paid_asked AS a
  LEFT JOIN main.payments AS p ON p.id = a.payment_id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the payment is recorded, the order still says ' || status
  FROM paid_found WHERE recorded > 0 AND status <> 'paid'
  UNION ALL
  SELECT 'the order says paid, no payment is recorded' FROM paid_found WHERE status = 'paid' AND recorded = 0
  UNION ALL
  SELECT 'the payment says that the receipt was sent, it was never delivered'
  FROM paid_found WHERE receipt_sent <> 0 AND delivered = 0
  UNION ALL
  SELECT 'the payment is recorded with ' || amount || ' instead of ' || total
  FROM paid_found WHERE amount IS NOT NULL AND amount IS NOT total
  UNION ALL
  SELECT 'the order''s status is ''' || status || ''', which is neither pending nor paid'
  FROM paid_found WHERE status NOT IN ('pending', 'paid')
  UNION ALL
  SELECT 'payment ' || id || ' is recorded that nobody reported'
  FROM main.payments
  WHERE id IS NOT (SELECT payment_id FROM paid_asked) AND id NOT IN (SELECT id FROM start.payments)
  UNION ALL
  SELECT 'payment ' || p.id || ' is recorded for order ' || p.order_id || ' instead of ' || a.order_id
  FROM main.payments AS p JOIN paid_asked AS a ON p.id = a.payment_id WHERE p.order_id IS NOT a.order_id
  UNION ALL
  SELECT 'a mail was delivered that nobody asked for: ' || subject || ', to ' || recipient
  FROM world.mail WHERE n NOT IN (SELECT n FROM paid_mail)
  UNION ALL
  SELECT 'payment ' || id || ' was there before and changed'
  FROM (
    SELECT id, order_id, amount, receipt_sent FROM start.payments
    EXCEPT SELECT id, order_id, amount, receipt_sent FROM main.payments
  )
  UNION ALL
  SELECT 'order ' || id || ' changed and was not paid'
  FROM (SELECT id, email, total, status FROM start.orders EXCEPT SELECT id, email, total, status FROM main.orders)
  WHERE id <> (SELECT order_id FROM paid_asked)
  UNION ALL
  SELECT 'the email address or the total of order ' || a.order_id || ' changed'
  FROM paid_asked AS a JOIN main.orders AS o ON o.id = a.order_id
  WHERE o.email IS NOT a.email OR o.total IS NOT a.total
  UNION ALL
  SELECT 'order ' || id || ' is new' FROM main.orders WHERE id NOT IN (SELECT id FROM start.orders);

-- A receipt that is out while the order still says pending is work to be finished, not yet a contradiction.
CREATE TEMP VIEW missing(what) AS
  SELECT 'the receipt was delivered, the order still says ' || status
  FROM paid_found WHERE status <> 'paid' AND delivered > 0
  UNION ALL
  SELECT 'the order says ' || status || ', not paid' FROM paid_found WHERE status <> 'paid' AND delivered = 0
  UNION ALL
  SELECT 'no payment is recorded' FROM paid_found WHERE recorded = 0
  UNION ALL
  SELECT 'the receipt was not delivered to ' || email FROM paid_found WHERE delivered = 0
  UNION ALL
  SELECT 'the receipt was delivered, the payment does not say so'
  FROM paid_found WHERE recorded > 0 AND receipt_sent <> 1 AND delivered > 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the receipt was delivered to ' || email || ' ' || delivered || ' times' FROM paid_found WHERE delivered > 1
  UNION ALL
  SELECT 'the payment of the order is recorded ' || recorded || ' times' FROM paid_found WHERE recorded > 1;
