-- Judges a redemption against the starting database and the call: request id, code of the card, customer and amount
-- are its second to fifth arguments.

CREATE TEMP VIEW redemption_asked AS
  SELECT
    r.value AS request_id, g.code, g.balance, c.id AS customer_id, c.credit,
    (SELECT value FROM world.argument WHERE n = 5) AS amount
  FROM world.argument AS r
  JOIN start.gift_cards AS g ON g.code = (SELECT value FROM world.argument WHERE n = 3)
  JOIN start.customers AS c ON c.id = (SELECT value FROM world.argument WHERE n = 4)
  WHERE r.n = 2;

-- What stands in the database now: money taken off the card, credit given, redemptions recorded.
CREATE TEMP VIEW redemption_found AS
  SELECT
    a.amount,
    a.balance - coalesce((SELECT balance FROM main.gift_cards WHERE code = a.code), 0) AS taken,
    coalesce((SELECT credit FROM main.customers WHERE id = a.customer_id), 0) - a.credit AS given,
    (SELECT count(*) FROM main.redemptions WHERE request_id = a.request_id) AS recorded
  FROM redemption_asked AS a;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the card was charged, the customer got no credit'
  FROM redemption_found WHERE taken >= amount AND given < amount
  UNION ALL
  SELECT 'the customer got the credit, the card was not charged'
  FROM redemption_found WHERE taken < amount AND given >= amount
  UNION ALL
  SELECT 'the card was charged, no redemption is recorded'
  FROM redemption_found WHERE taken >= amount AND recorded = 0
  UNION ALL
  SELECT 'a redemption is recorded, the card was not charged'
  FROM redemption_found WHERE taken < amount AND recorded > 0
  UNION ALL
  SELECT 'the customer got the credit, no redemption is recorded'
  FROM redemption_found WHERE given >= amount AND recorded = 0
  UNION ALL
  SELECT 'a redemption is recorded, the customer got no credit'
  FROM redemption_found WHERE given < amount AND recorded > 0
  UNION ALL
  SELECT 'the card''s balance changed by ' || -taken || ', the amount is ' || amount
  FROM redemption_found WHERE taken < 0 OR taken % amount <> 0
  UNION ALL
  SELECT 'the customer''s credit changed by ' || given || ', the amount is ' || amount
  FROM redemption_found WHERE given < 0 OR given % amount <> 0
  UNION ALL
  SELECT 'the redemption is recorded with another card, customer or amount'
  FROM main.redemptions AS r JOIN redemption_asked AS a USING (request_id)
  WHERE r.code IS NOT a.code OR r.customer_id IS NOT a.customer_id OR r.amount IS NOT a.amount
  UNION ALL
  SELECT 'card ' || code || ' changed and was not to be redeemed'
  FROM (
    SELECT code, balance FROM start.gift_cards WHERE code <> (SELECT code FROM redemption_asked)
    EXCEPT SELECT code, balance FROM main.gift_cards
  )
  UNION ALL
  SELECT 'card ' || code || ' is new' FROM main.gift_cards WHERE code NOT IN (SELECT code FROM start.gift_cards)
  UNION ALL
  SELECT 'card ' || code || ' is gone' FROM redemption_asked WHERE code NOT IN (SELECT code FROM main.gift_cards)
  UNION ALL
  SELECT 'customer ' || id || ' changed and did not redeem this card'
  FROM (
    SELECT id, name, credit FROM start.customers WHERE id <> (SELECT customer_id FROM redemption_asked)
    EXCEPT SELECT id, name, credit FROM main.customers
  )
  UNION ALL
  SELECT 'customer ' || id || ' is new' FROM main.customers WHERE id NOT IN (SELECT id FROM start.customers)
  UNION ALL
  SELECT 'the name of customer ' || was.id || ' changed'
  FROM redemption_asked AS a
  JOIN start.customers AS was ON was.id = a.customer_id
  JOIN main.customers AS now ON now.id = was.id
  WHERE now.name IS NOT was.name
  UNION ALL
  SELECT 'the older redemption ' || request_id || ' changed'
  FROM (
    SELECT id, request_id, code, customer_id, amount FROM start.redemptions
    EXCEPT SELECT id, request_id, code, customer_id, amount FROM main.redemptions
  )
  UNION ALL
  SELECT 'a redemption is recorded that nobody asked for: ' || request_id
  FROM main.redemptions
  WHERE id NOT IN (SELECT id FROM start.redemptions)
    AND request_id <> (SELECT request_id FROM redemption_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the card has not been charged ' || amount FROM redemption_found WHERE taken < amount
  UNION ALL
  SELECT 'the customer has not got the ' || amount FROM redemption_found WHERE given < amount
  UNION ALL
  SELECT 'no redemption is recorded' FROM redemption_found WHERE recorded = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the card was charged ' || (taken / amount) || ' times' FROM redemption_found WHERE taken >= 2 * amount
  UNION ALL
  SELECT 'the customer got the credit ' || (given / amount) || ' times' FROM redemption_found WHERE given >= 2 * amount
  UNION ALL
  SELECT 'the redemption is recorded ' || recorded || ' times' FROM redemption_found WHERE recorded > 1;
