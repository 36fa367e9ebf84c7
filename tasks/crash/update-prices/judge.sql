-- Judges new prices against the starting database and cache; the list of changes is the third argument of the call.

CREATE TEMP VIEW price_asked AS
  SELECT
    p.id, p.name,
    p.price AS old_price,
    CAST(json_extract(c.value, '$[1]') AS INTEGER) AS new_price
  FROM json_each((SELECT value FROM world.argument WHERE n = 3)) AS c
  JOIN start.products AS p ON p.id = json_extract(c.value, '$[0]');

-- What stands in the database now, for each product in the list whose price really changes.
CREATE TEMP VIEW price_found AS
  SELECT
    a.id, a.name, a.old_price, a.new_price,
    (SELECT price FROM main.products WHERE id = a.id) AS price,
    (SELECT count(*) FROM main.price_changes AS c
      WHERE c.product_id = a.id AND c.old_price = a.old_price AND c.new_price = a.new_price)
    - (SELECT count(*) FROM start.price_changes AS c
      WHERE c.product_id = a.id AND c.old_price = a.old_price AND c.new_price = a.new_price) AS recorded
  FROM price_asked AS a
  WHERE a.new_price <> a.old_price;

-- Readers trust the cache where it has the key; where it has not, there is nothing to contradict.
CREATE TEMP VIEW price_cached AS
  SELECT
    p.id, p.name, p.price,
    CASE WHEN json_valid(c.value) THEN json_extract(c.value, '$') ELSE c.value END AS cached
  FROM main.products AS p
  JOIN world.cache AS c ON c.key = 'price:' || p.id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the cache says that ' || name || ' costs ' || coalesce(cached, 'nothing') || ', the database says ' || price
  FROM price_cached WHERE cached IS NOT price
  UNION ALL
  SELECT new.name || ' has its new price in the database, ' || old.name || ' still the old one'
  FROM (SELECT name FROM price_found WHERE price = new_price ORDER BY id LIMIT 1) AS new
  JOIN (SELECT name FROM price_found WHERE price = old_price ORDER BY id LIMIT 1) AS old
  UNION ALL
  SELECT name || ' has its new price, no change is recorded' FROM price_found WHERE price = new_price AND recorded = 0
  UNION ALL
  SELECT 'a change of ' || name || ' is recorded, it still has the old price'
  FROM price_found WHERE price = old_price AND recorded > 0
  UNION ALL
  SELECT name || ' costs ' || coalesce(price, 'nothing') || ', which is neither the old price nor the new one'
  FROM price_found WHERE price IS NOT old_price AND price IS NOT new_price
  UNION ALL
  SELECT 'a recorded change of product ' || product_id || ' was there before and is not the same'
  FROM (
    SELECT product_id, old_price, new_price, changed_at FROM start.price_changes
    EXCEPT SELECT product_id, old_price, new_price, changed_at FROM main.price_changes
  )
  UNION ALL
  SELECT 'a change of product ' || product_id || ' from ' || old_price || ' to ' || new_price
    || ' is recorded, there was none'
  FROM (
    SELECT product_id, old_price, new_price, changed_at FROM main.price_changes
    EXCEPT SELECT product_id, old_price, new_price, changed_at FROM start.price_changes
  ) AS c
  WHERE NOT EXISTS (
    SELECT 1 FROM price_found AS f
    WHERE f.id = c.product_id AND f.old_price = c.old_price AND f.new_price = c.new_price
  )
  UNION ALL
  SELECT 'product ' || id || ' changed and was not to be touched'
  FROM (SELECT id, name, price FROM start.products EXCEPT SELECT id, name, price FROM main.products)
  WHERE id NOT IN (SELECT id FROM price_found)
  UNION ALL
  SELECT 'the name of product ' || f.id || ' changed'
  FROM price_found AS f JOIN main.products AS p USING (id) WHERE p.name IS NOT f.name
  UNION ALL
  SELECT 'product ' || id || ' is new' FROM main.products WHERE id NOT IN (SELECT id FROM start.products)
  UNION ALL
  SELECT 'the cache entry ' || key || ' changed and was not to be touched'
  FROM (SELECT key, value FROM world.start_cache EXCEPT SELECT key, value FROM world.cache)
  WHERE key NOT LIKE 'price:%';

CREATE TEMP VIEW missing(what) AS
  SELECT name || ' costs ' || coalesce(price, 'nothing') || ', not ' || new_price
  FROM price_found WHERE price IS NOT new_price
  UNION ALL
  SELECT 'the new price of ' || name || ' is not recorded' FROM price_found WHERE recorded = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the new price of ' || name || ' is recorded ' || recorded || ' times' FROM price_found WHERE recorded > 1;
