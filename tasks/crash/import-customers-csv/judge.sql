-- Judges the customers and subscriptions against the lines of the CSV file, whose path is the second argument of
-- the call. A customer is known by the email.

CREATE TEMP VIEW import_lines(n, line) AS
  WITH RECURSIVE split(n, line, rest) AS (
    SELECT 0, '', replace(text, char(13), '') || char(10) FROM world.start_file
    WHERE path = (SELECT value FROM world.argument WHERE n = 2)
    UNION ALL
    SELECT n + 1, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
    FROM split WHERE rest <> ''
  )
  SELECT n, line FROM split WHERE n > 1 AND line <> '';

-- Values contain neither commas nor quotes, so a line becomes a JSON list by putting quotes around each value.
CREATE TEMP VIEW import_due AS
  SELECT
    json_extract(list, '$[0]') AS name,
    json_extract(list, '$[1]') AS email,
    json_extract(list, '$[2]') = 'yes' AS wants
  FROM (SELECT n, '["' || replace(line, ',', '","') || '"]' AS list FROM import_lines)
  ORDER BY n;

CREATE TEMP VIEW import_found AS
  SELECT
    name, email, wants,
    (SELECT count(*) FROM main.customers AS c WHERE c.email = due.email) AS imported,
    (
      SELECT count(*) FROM main.subscriptions AS s JOIN main.customers AS c ON c.id = s.customer_id
      WHERE c.email = due.email AND s.list = 'newsletter'
    ) AS subscribed
  FROM import_due AS due;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the name of ' || d.email || ' is ' || c.name || ', in the file it is ' || d.name
  FROM import_due AS d JOIN main.customers AS c USING (email) WHERE c.name IS NOT d.name
  UNION ALL
  SELECT email || ' gets the newsletter and has not asked for it' FROM import_found WHERE NOT wants AND subscribed > 0
  UNION ALL
  SELECT 'the customer ' || email || ' is new and not in the file'
  FROM main.customers
  WHERE email NOT IN (SELECT email FROM start.customers) AND email NOT IN (SELECT email FROM import_due)
  UNION ALL
  SELECT 'the customer ' || email || ' was there before and changed or is gone'
  FROM (SELECT id, name, email FROM start.customers EXCEPT SELECT id, name, email FROM main.customers)
  UNION ALL
  SELECT 'the subscriptions of customer ' || customer_id || ' changed, who was there before'
  FROM (
    SELECT customer_id, list, count(*) FROM start.subscriptions GROUP BY customer_id, list
    EXCEPT SELECT customer_id, list, count(*) FROM main.subscriptions GROUP BY customer_id, list
  )
  UNION ALL
  SELECT 'customer ' || customer_id || ' is subscribed to ' || list || ' and was not to be'
  FROM (
    SELECT customer_id, list FROM main.subscriptions
    WHERE list <> 'newsletter' OR customer_id IN (SELECT id FROM start.customers)
    EXCEPT SELECT customer_id, list FROM start.subscriptions
  )
  UNION ALL
  SELECT 'a subscription names customer ' || customer_id || ', who is not there'
  FROM main.subscriptions WHERE customer_id NOT IN (SELECT id FROM main.customers);

-- A customer who stands half in the database comes first, then those who are not there at all.
CREATE TEMP VIEW missing(what) AS
  SELECT email || ' is not subscribed to the newsletter'
  FROM import_found WHERE imported > 0 AND wants AND subscribed = 0
  UNION ALL
  SELECT 'the customer ' || email || ' is not imported' FROM import_found WHERE imported = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the customer ' || email || ' was imported ' || imported || ' times' FROM import_found WHERE imported > 1
  UNION ALL
  SELECT email || ' was subscribed to the newsletter ' || subscribed || ' times'
  FROM import_found WHERE wants AND subscribed > 1;
