-- Judges the orders that were due for the archive: closed, and ordered before the date of the call (its second
-- argument). Each of them and each of its items belongs in exactly one place.

CREATE TEMP VIEW archive_due AS
  SELECT id FROM start.orders
  WHERE status <> 'open' AND ordered_on < (SELECT value FROM world.argument WHERE n = 2);

CREATE TEMP VIEW archive_found AS
  SELECT
    id,
    (SELECT count(*) FROM main.orders WHERE id = due.id) AS here,
    (SELECT count(*) FROM main.archived_orders WHERE id = due.id) AS archived
  FROM archive_due AS due;

CREATE TEMP VIEW archive_items_found AS
  SELECT
    i.order_id, i.product,
    (SELECT count(*) FROM main.order_items WHERE order_id = i.order_id AND product = i.product) AS here,
    (SELECT count(*) FROM main.archived_items WHERE order_id = i.order_id AND product = i.product) AS archived,
    o.here AS order_here, o.archived AS order_archived
  FROM start.order_items AS i
  JOIN archive_found AS o ON o.id = i.order_id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'order ' || id || ' is in orders and in the archive' FROM archive_found WHERE here > 0 AND archived > 0
  UNION ALL
  SELECT 'order ' || id || ' is neither in orders nor in the archive' FROM archive_found WHERE here = 0 AND archived = 0
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' is in order_items and in the archive'
  FROM archive_items_found WHERE here > 0 AND archived > 0
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' is neither in order_items nor in the archive'
  FROM archive_items_found WHERE here = 0 AND archived = 0
  UNION ALL
  SELECT 'order ' || order_id || ' is in the archive but its ' || product || ' is still in order_items'
  FROM archive_items_found WHERE here > 0 AND archived = 0 AND order_here = 0 AND order_archived > 0
  UNION ALL
  SELECT 'order ' || order_id || ' is still in orders but its ' || product || ' is in the archive'
  FROM archive_items_found WHERE here = 0 AND archived > 0 AND order_here > 0 AND order_archived = 0
  UNION ALL
  SELECT 'order ' || id || ' changed on its way'
  FROM (
    SELECT id, customer, total, status, ordered_on FROM main.orders
    UNION SELECT id, customer, total, status, ordered_on FROM main.archived_orders
    EXCEPT SELECT id, customer, total, status, ordered_on FROM start.orders
    EXCEPT SELECT id, customer, total, status, ordered_on FROM start.archived_orders
  )
  WHERE id IN (SELECT id FROM archive_due)
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' changed on its way'
  FROM (
    SELECT order_id, product, quantity FROM main.order_items
    UNION SELECT order_id, product, quantity FROM main.archived_items
    EXCEPT SELECT order_id, product, quantity FROM start.order_items
    EXCEPT SELECT order_id, product, quantity FROM start.archived_items
  )
  WHERE order_id IN (SELECT id FROM archive_due)
  UNION ALL
  SELECT 'order ' || id || ' changed or is gone and was not to be archived'
  FROM (
    SELECT id, customer, total, status, ordered_on FROM start.orders WHERE id NOT IN (SELECT id FROM archive_due)
    EXCEPT SELECT id, customer, total, status, ordered_on FROM main.orders
  )
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' changed or is gone and was not to be archived'
  FROM (
    SELECT order_id, product, quantity FROM start.order_items WHERE order_id NOT IN (SELECT id FROM archive_due)
    EXCEPT SELECT order_id, product, quantity FROM main.order_items
  )
  UNION ALL
  SELECT 'order ' || id || ' is new' FROM main.orders WHERE id NOT IN (SELECT id FROM start.orders)
  UNION ALL
  SELECT 'order ' || id || ' was archived and was not to be'
  FROM main.archived_orders
  WHERE id NOT IN (SELECT id FROM archive_due) AND id NOT IN (SELECT id FROM start.archived_orders)
  UNION ALL
  SELECT 'order ' || id || ' had been archived before and changed'
  FROM (
    SELECT id, customer, total, status, ordered_on FROM start.archived_orders
    EXCEPT SELECT id, customer, total, status, ordered_on FROM main.archived_orders
  )
  UNION ALL
  SELECT 'the archived items of order ' || order_id || ' changed and were not to'
  FROM (
    SELECT order_id, product, quantity, count(*) FROM start.archived_items GROUP BY order_id, product, quantity
    EXCEPT
    SELECT order_id, product, quantity, count(*) FROM main.archived_items GROUP BY order_id, product, quantity
  )
  UNION ALL
  SELECT 'the archived items of order ' || order_id || ' are more than before and were not to be'
  FROM (
    SELECT order_id, product, quantity FROM main.archived_items WHERE order_id NOT IN (SELECT id FROM archive_due)
    EXCEPT SELECT order_id, product, quantity FROM start.archived_items
  );

CREATE TEMP VIEW missing(what) AS
  SELECT 'order ' || id || ' is not archived' FROM archive_found WHERE archived = 0
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' is not archived'
  FROM archive_items_found WHERE archived = 0 AND order_archived > 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'order ' || id || ' was archived ' || archived || ' times' FROM archive_found WHERE archived > 1
  UNION ALL
  SELECT 'the ' || product || ' of order ' || order_id || ' was archived ' || archived || ' times'
  FROM archive_items_found WHERE archived > 1;
