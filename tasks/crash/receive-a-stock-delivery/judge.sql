-- Judges a delivery against the starting database and the delivery id of the call (its second argument).

CREATE TEMP VIEW delivery_asked AS
  SELECT id, supplier, status FROM start.deliveries WHERE id = (SELECT value FROM world.argument WHERE n = 2);

CREATE TEMP VIEW delivery_now AS
  SELECT
    a.id, a.supplier, a.status AS old_status,
    coalesce((SELECT status FROM main.deliveries WHERE id = a.id), 'gone') AS status,
    (SELECT received_at FROM main.deliveries WHERE id = a.id) AS received_at
  FROM delivery_asked AS a;

-- For each item: pieces added to the stock, movements recorded, what the delivery says.
CREATE TEMP VIEW delivery_found AS
  SELECT
    p.name, i.quantity, d.status,
    coalesce((SELECT stock FROM main.products WHERE id = p.id), 0) - p.stock AS added,
    (
      SELECT count(*) FROM main.stock_movements AS m
      WHERE m.delivery_id = i.delivery_id AND m.product_id = p.id AND m.quantity = i.quantity
    ) AS moved
  FROM delivery_now AS d
  JOIN start.delivery_items AS i ON i.delivery_id = d.id
  JOIN start.products AS p ON p.id = i.product_id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the stock of ' || name || ' went up, the delivery still says ' || status
  FROM delivery_found WHERE added >= quantity AND status <> 'received'
  UNION ALL
  SELECT 'the delivery says received, the stock of ' || name || ' did not go up'
  FROM delivery_found WHERE added < quantity AND status = 'received'
  UNION ALL
  SELECT 'the stock of ' || name || ' went up, no movement is recorded'
  FROM delivery_found WHERE added >= quantity AND moved = 0
  UNION ALL
  SELECT 'a movement of ' || name || ' is recorded, its stock did not go up'
  FROM delivery_found WHERE added < quantity AND moved > 0
  UNION ALL
  SELECT 'a movement of ' || name || ' is recorded, the delivery still says ' || status
  FROM delivery_found WHERE moved > 0 AND status <> 'received'
  UNION ALL
  SELECT 'the delivery says received, no movement of ' || name || ' is recorded'
  FROM delivery_found WHERE moved = 0 AND status = 'received'
  UNION ALL
  SELECT 'the stock of ' || name || ' changed by ' || added || ', the delivery brings ' || quantity
  FROM delivery_found WHERE added < 0 OR added % quantity <> 0
  UNION ALL
  SELECT 'the delivery''s status is ''' || status || ''', which is neither the old one nor received'
  FROM delivery_now WHERE status NOT IN ('received', old_status)
  UNION ALL
  SELECT 'the delivery says when it was received, and still says ' || status
  FROM delivery_now WHERE status <> 'received' AND received_at IS NOT NULL
  UNION ALL
  SELECT 'a movement is recorded that this delivery does not bring: ' || m.quantity || ' of product ' || m.product_id
  FROM main.stock_movements AS m
  WHERE m.delivery_id = (SELECT id FROM delivery_asked)
    AND (m.product_id, m.quantity) NOT IN (
      SELECT product_id, quantity FROM start.delivery_items WHERE delivery_id = (SELECT id FROM delivery_asked)
    )
  UNION ALL
  SELECT 'the stock of ' || was.name || ' changed, and the delivery brings none'
  FROM start.products AS was LEFT JOIN main.products AS now USING (id)
  WHERE now.stock IS NOT was.stock
    AND was.id NOT IN (
      SELECT product_id FROM start.delivery_items WHERE delivery_id = (SELECT id FROM delivery_asked)
    )
  UNION ALL
  SELECT 'the name of product ' || id || ' changed'
  FROM (SELECT id, name FROM start.products EXCEPT SELECT id, name FROM main.products)
  UNION ALL
  SELECT 'product ' || id || ' is new' FROM main.products WHERE id NOT IN (SELECT id FROM start.products)
  UNION ALL
  SELECT 'the supplier of delivery ' || id || ' changed'
  FROM (SELECT id, supplier FROM start.deliveries EXCEPT SELECT id, supplier FROM main.deliveries)
  UNION ALL
  SELECT 'delivery ' || id || ' changed and was not to be received'
  FROM (
    SELECT id, status, received_at FROM start.deliveries WHERE id <> (SELECT id FROM delivery_asked)
    EXCEPT SELECT id, status, received_at FROM main.deliveries
  )
  UNION ALL
  SELECT 'delivery ' || id || ' is new' FROM main.deliveries WHERE id NOT IN (SELECT id FROM start.deliveries)
  UNION ALL
  SELECT 'the items of delivery ' || delivery_id || ' changed'
  FROM (
    SELECT delivery_id, product_id, quantity FROM start.delivery_items
    EXCEPT SELECT delivery_id, product_id, quantity FROM main.delivery_items
  )
  UNION ALL
  SELECT 'delivery ' || delivery_id || ' has got another item'
  FROM (
    SELECT delivery_id, product_id, quantity FROM main.delivery_items
    EXCEPT SELECT delivery_id, product_id, quantity FROM start.delivery_items
  )
  UNION ALL
  SELECT 'the older movement ' || id || ' changed'
  FROM (
    SELECT id, product_id, delivery_id, quantity FROM start.stock_movements
    EXCEPT SELECT id, product_id, delivery_id, quantity FROM main.stock_movements
  )
  UNION ALL
  SELECT 'a movement is recorded that nobody asked for: ' || quantity || ' of product ' || product_id
  FROM main.stock_movements
  WHERE id NOT IN (SELECT id FROM start.stock_movements)
    AND delivery_id IS NOT (SELECT id FROM delivery_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the stock of ' || name || ' has not gone up by ' || quantity FROM delivery_found WHERE added < quantity
  UNION ALL
  SELECT 'no movement of ' || name || ' is recorded' FROM delivery_found WHERE moved = 0
  UNION ALL
  SELECT 'the delivery says ' || status || ', not received' FROM delivery_now WHERE status <> 'received'
  UNION ALL
  SELECT 'the delivery does not say when it was received'
  FROM delivery_now WHERE status = 'received' AND received_at IS NULL;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the stock of ' || name || ' went up ' || (added / quantity) || ' times'
  FROM delivery_found WHERE added >= 2 * quantity
  UNION ALL
  SELECT 'the movement of ' || name || ' is recorded ' || moved || ' times' FROM delivery_found WHERE moved > 1;
