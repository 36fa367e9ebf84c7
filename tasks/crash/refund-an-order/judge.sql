-- Judges a refund against the starting database and the order id of the call (its second argument).

CREATE TEMP VIEW refund_asked AS
  SELECT o.id AS order_id, o.customer_id, o.total, o.status, c.credit
  FROM start.orders AS o
  JOIN start.customers AS c ON c.id = o.customer_id
  WHERE o.id = (SELECT value FROM world.argument WHERE n = 2);

-- What stands in the database now: credit given, status of the order, refunds recorded.
CREATE TEMP VIEW refund_found AS
  SELECT
    a.total,
    coalesce((SELECT credit FROM main.customers WHERE id = a.customer_id), 0) - a.credit AS given,
    coalesce((SELECT status FROM main.orders WHERE id = a.order_id), 'gone') AS status,
    (SELECT count(*) FROM main.refunds WHERE order_id = a.order_id) AS recorded
  FROM refund_asked AS a;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the customer was credited, the order still says ' || status
  FROM refund_found WHERE given >= total AND status <> 'refunded'
  UNION ALL
  SELECT 'the order says refunded, the customer was not credited'
  FROM refund_found WHERE given < total AND status = 'refunded'
  UNION ALL
  SELECT 'the customer was credited, no refund is recorded'
  FROM refund_found WHERE given >= total AND recorded = 0
  UNION ALL
  SELECT 'a refund is recorded, the customer was not credited'
  FROM refund_found WHERE given < total AND recorded > 0
  UNION ALL
  SELECT 'a refund is recorded, the order still says ' || status
  FROM refund_found WHERE recorded > 0 AND status <> 'refunded'
  UNION ALL
  SELECT 'the order says refunded, no refund is recorded'
  FROM refund_found WHERE recorded = 0 AND status = 'refunded'
  UNION ALL
  SELECT 'the customer''s credit changed by ' || given || ', the order''s total is ' || total
  FROM refund_found WHERE given < 0 OR given % total <> 0
  UNION ALL
  SELECT 'the order''s status is ''' || status || ''', which is neither the old one nor refunded'
  FROM refund_found WHERE status NOT IN ('refunded', (SELECT status FROM refund_asked))
  UNION ALL
  SELECT 'the refund of order ' || r.order_id || ' is recorded with ' || r.amount || ' instead of ' || a.total
  FROM main.refunds AS r JOIN refund_asked AS a USING (order_id) WHERE r.amount IS NOT a.total
  UNION ALL
  SELECT 'customer ' || id || ' changed and has nothing to do with this order'
  FROM (
    SELECT id, name, credit FROM start.customers WHERE id <> (SELECT customer_id FROM refund_asked)
    EXCEPT SELECT id, name, credit FROM main.customers
  )
  UNION ALL
  SELECT 'customer ' || id || ' is new' FROM main.customers WHERE id NOT IN (SELECT id FROM start.customers)
  UNION ALL
  SELECT 'the name of customer ' || c.id || ' changed'
  FROM refund_asked AS a
  JOIN start.customers AS c ON c.id = a.customer_id
  JOIN main.customers AS now ON now.id = c.id
  WHERE now.name IS NOT c.name
  UNION ALL
  SELECT 'order ' || id || ' changed and was not to be refunded'
  FROM (
    SELECT id, customer_id, total, status FROM start.orders WHERE id <> (SELECT order_id FROM refund_asked)
    EXCEPT SELECT id, customer_id, total, status FROM main.orders
  )
  UNION ALL
  SELECT 'order ' || id || ' is new' FROM main.orders WHERE id NOT IN (SELECT id FROM start.orders)
  UNION ALL
  SELECT 'the customer or the total of order ' || o.id || ' changed'
  FROM refund_asked AS a
  JOIN main.orders AS o ON o.id = a.order_id
  WHERE o.customer_id IS NOT a.customer_id OR o.total IS NOT a.total
  UNION ALL
  SELECT 'the recorded refunds of order ' || order_id || ' changed'
  FROM (
    SELECT order_id, amount, count(*) FROM start.refunds GROUP BY order_id, amount
    EXCEPT SELECT order_id, amount, count(*) FROM main.refunds GROUP BY order_id, amount
  )
  WHERE order_id <> (SELECT order_id FROM refund_asked)
  UNION ALL
  SELECT 'a refund of order ' || order_id || ' is recorded that nobody asked for'
  FROM (
    SELECT order_id, amount, count(*) FROM main.refunds GROUP BY order_id, amount
    EXCEPT SELECT order_id, amount, count(*) FROM start.refunds GROUP BY order_id, amount
  )
  WHERE order_id <> (SELECT order_id FROM refund_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the customer has not got the ' || total || ' back' FROM refund_found WHERE given < total
  UNION ALL
  SELECT 'the order says ' || status || ', not refunded' FROM refund_found WHERE status <> 'refunded'
  UNION ALL
  SELECT 'no refund is recorded' FROM refund_found WHERE recorded = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the customer was credited ' || (given / total) || ' times' FROM refund_found WHERE given >= 2 * total
  UNION ALL
  SELECT 'the refund is recorded ' || recorded || ' times' FROM refund_found WHERE recorded > 1;
