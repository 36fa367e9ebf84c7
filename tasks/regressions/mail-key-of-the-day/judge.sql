CREATE TEMP VIEW torn(what) AS
  SELECT email || ' is marked, the mail was never sent' FROM main.member WHERE reminded = 1 AND email NOT IN (SELECT recipient FROM world.mail);
CREATE TEMP VIEW missing(what) AS SELECT email || ' is not marked' FROM main.member WHERE reminded = 0;
CREATE TEMP VIEW repeated(what) AS SELECT recipient || ' got ' || count(*) || ' mails' FROM world.mail GROUP BY recipient HAVING count(*) > 1;
