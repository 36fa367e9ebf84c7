-- Judges the balance and the payments of one event. Arguments of the call: 2 event id, 3 amount.

CREATE TEMP VIEW payment_found AS
  SELECT
    (SELECT balance FROM main.wallet) AS balance,
    (SELECT count(*) FROM main.payment WHERE event_id = (SELECT value FROM world.argument WHERE n = 2)) AS payments,
    (SELECT value FROM world.argument WHERE n = 3) AS amount;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the balance is ' || balance || ', and ' || payments || ' payments of ' || amount || ' are recorded'
  FROM payment_found WHERE balance <> payments * amount;

CREATE TEMP VIEW missing(what) AS
  SELECT 'the payment is not recorded' FROM payment_found WHERE payments = 0
  UNION ALL
  SELECT 'the balance has not grown' FROM payment_found WHERE balance < amount;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the event was paid ' || payments || ' times' FROM payment_found WHERE payments > 1;
