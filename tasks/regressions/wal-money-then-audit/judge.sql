CREATE TEMP VIEW f AS SELECT (SELECT balance FROM start.account WHERE name='a') - (SELECT balance FROM main.account WHERE name='a') AS taken,
  (SELECT balance FROM main.account WHERE name='b') - (SELECT balance FROM start.account WHERE name='b') AS given;
CREATE TEMP VIEW torn(what) AS SELECT taken || ' taken, ' || given || ' given' FROM f WHERE taken <> given;
CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM f WHERE taken < 30;
CREATE TEMP VIEW repeated(what) AS SELECT 'moved ' || (taken/30) || ' times' FROM f WHERE taken >= 60 AND taken = given;
