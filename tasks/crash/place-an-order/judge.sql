-- Judges an order against the starting database and the call: request id, customer and items are its second to fourth
-- arguments. The items are JSON: [[product, quantity], …].

CREATE TEMP VIEW order_asked AS
  SELECT
    r.value AS request_id,
    (SELECT value FROM world.argument WHERE n = 3) AS customer_id
  FROM world.argument AS r
  WHERE r.n = 2;

CREATE TEMP VIEW order_items AS
  SELECT p.id AS product_id, p.name, p.price, p.stock, json_extract(item.value, '$[1]') AS quantity
  FROM json_each((SELECT value FROM world.argument WHERE n = 4)) AS item
  JOIN start.products AS p ON p.id = json_extract(item.value, '$[0]');

-- The order that stands in the database under the request id, which is unique.
CREATE TEMP VIEW order_placed AS
  SELECT o.id, o.customer_id, o.total
  FROM main.orders AS o JOIN order_asked AS a USING (request_id);

-- For each item: pieces taken out of stock, lines in the order.
CREATE TEMP VIEW order_found AS
  SELECT
    i.name, i.quantity,
    (SELECT count(*) FROM order_placed) AS placed,
    i.stock - coalesce((SELECT stock FROM main.products WHERE id = i.product_id), 0) AS taken,
    (
      SELECT count(*) FROM main.order_lines AS l
      WHERE l.order_id IN (SELECT id FROM order_placed)
        AND l.product_id = i.product_id AND l.quantity = i.quantity AND l.price = i.price
    ) AS lines
  FROM order_items AS i;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the order is there, its line for ' || name || ' is not'
  FROM order_found WHERE placed > 0 AND lines = 0
  UNION ALL
  SELECT 'the order is there, the stock of ' || name || ' did not go down'
  FROM order_found WHERE placed > 0 AND taken < quantity
  UNION ALL
  SELECT 'the stock of ' || name || ' went down, there is no order'
  FROM order_found WHERE placed = 0 AND taken >= quantity
  UNION ALL
  SELECT 'there is an order line for order ' || order_id || ', which does not exist'
  FROM main.order_lines WHERE order_id NOT IN (SELECT id FROM main.orders)
  UNION ALL
  SELECT 'the order''s total is ' || total || ' instead of ' || (SELECT sum(quantity * price) FROM order_items)
  FROM order_placed WHERE total IS NOT (SELECT sum(quantity * price) FROM order_items)
  UNION ALL
  SELECT 'the order is in the name of customer ' || o.customer_id || ' instead of ' || a.customer_id
  FROM order_placed AS o JOIN order_asked AS a ON o.customer_id IS NOT a.customer_id
  UNION ALL
  SELECT 'the order has a line that nobody asked for: ' || l.quantity || ' of product ' || l.product_id || ' at ' || l.price
  FROM main.order_lines AS l
  WHERE l.order_id IN (SELECT id FROM order_placed)
    AND (l.product_id, l.quantity, l.price) NOT IN (SELECT product_id, quantity, price FROM order_items)
  UNION ALL
  SELECT 'the stock of ' || name || ' changed by ' || -taken || ', the order is for ' || quantity
  FROM order_found WHERE taken < 0 OR taken % quantity <> 0
  UNION ALL
  SELECT 'the stock of ' || was.name || ' changed, and nobody ordered any'
  FROM start.products AS was LEFT JOIN main.products AS now USING (id)
  WHERE now.stock IS NOT was.stock AND was.id NOT IN (SELECT product_id FROM order_items)
  UNION ALL
  SELECT 'the name or the price of product ' || id || ' changed'
  FROM (SELECT id, name, price FROM start.products EXCEPT SELECT id, name, price FROM main.products)
  UNION ALL
  SELECT 'product ' || id || ' is new' FROM main.products WHERE id NOT IN (SELECT id FROM start.products)
  UNION ALL
  SELECT 'customer ' || id || ' changed' FROM (SELECT id, name FROM start.customers EXCEPT SELECT id, name FROM main.customers)
  UNION ALL
  SELECT 'customer ' || id || ' is new' FROM main.customers WHERE id NOT IN (SELECT id FROM start.customers)
  UNION ALL
  SELECT 'order ' || id || ' was there before and changed'
  FROM (
    SELECT id, request_id, customer_id, total FROM start.orders
    EXCEPT SELECT id, request_id, customer_id, total FROM main.orders
  )
  UNION ALL
  SELECT 'order ' || id || ' is new and nobody asked for it'
  FROM main.orders
  WHERE id NOT IN (SELECT id FROM start.orders) AND id NOT IN (SELECT id FROM order_placed)
  UNION ALL
  SELECT 'line ' || id || ' of an older order changed'
  FROM (
    SELECT id, order_id, product_id, quantity, price FROM start.order_lines
    EXCEPT SELECT id, order_id, product_id, quantity, price FROM main.order_lines
  )
  UNION ALL
  SELECT 'the older order ' || order_id || ' has got another line'
  FROM main.order_lines
  WHERE id NOT IN (SELECT id FROM start.order_lines) AND order_id IN (SELECT id FROM start.orders);

CREATE TEMP VIEW missing(what) AS
  SELECT 'there is no order for the request' WHERE NOT EXISTS (SELECT 1 FROM order_placed)
  UNION ALL
  SELECT 'the order has no line for ' || name FROM order_found WHERE lines = 0
  UNION ALL
  SELECT 'the stock of ' || name || ' has not gone down by ' || quantity FROM order_found WHERE taken < quantity;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the stock of ' || name || ' went down ' || (taken / quantity) || ' times'
  FROM order_found WHERE taken >= 2 * quantity
  UNION ALL
  SELECT 'the line for ' || name || ' is there ' || lines || ' times' FROM order_found WHERE lines > 1;
