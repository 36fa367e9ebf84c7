-- Judges an invitation. Arguments of the call: 3 the address, 4 the user who invites.

CREATE TEMP VIEW invite_asked AS
  SELECT
    max(CASE n WHEN 3 THEN value END) AS email,
    max(CASE n WHEN 4 THEN value END) AS invited_by
  FROM world.argument;

-- The mails that were due, with the token in their link. White space around the body does not count.
CREATE TEMP VIEW invite_mail AS
  SELECT m.n, substr(trim(m.body, char(9, 10, 13, 32)), length('Join us: https://example.com/join/') + 1) AS token
  FROM world.mail AS m
  WHERE m.recipient = (SELECT email FROM invite_asked)
    AND m.subject = 'You are invited'
    AND trim(m.body, char(9, 10, 13, 32)) GLOB 'Join us: https://example.com/join/?*';

CREATE TEMP VIEW invite_rows AS
  SELECT id, email, invited_by, token, sent_at
  FROM main.invitations
  WHERE email = (SELECT email FROM invite_asked) AND id NOT IN (SELECT id FROM start.invitations);

CREATE TEMP VIEW torn(what) AS
  SELECT 'the link that was sent to ' || (SELECT email FROM invite_asked) || ' belongs to no invitation'
  FROM invite_mail WHERE token NOT IN (SELECT token FROM main.invitations)
  UNION ALL
  SELECT 'the invitation of ' || email || ' says that its email was sent, its link was never delivered'
  FROM invite_rows WHERE sent_at IS NOT NULL AND token NOT IN (SELECT token FROM invite_mail)
  UNION ALL
  SELECT 'the invitation of ' || email || ' names user ' || r.invited_by || ' instead of ' || a.invited_by
  FROM invite_rows AS r JOIN invite_asked AS a USING (email) WHERE r.invited_by IS NOT a.invited_by
  UNION ALL
  SELECT 'the token of ' || email || ' has only ' || length(token) || ' characters' FROM invite_rows WHERE length(token) < 8
  UNION ALL
  SELECT 'a mail was delivered that nobody asked for: ' || subject || ', to ' || recipient
  FROM world.mail WHERE n NOT IN (SELECT n FROM invite_mail)
  UNION ALL
  SELECT 'the invitation of ' || email || ' was there before and changed'
  FROM (
    SELECT id, email, invited_by, token, sent_at FROM start.invitations
    EXCEPT SELECT id, email, invited_by, token, sent_at FROM main.invitations
  )
  UNION ALL
  SELECT email || ' was invited and nobody asked for it'
  FROM main.invitations
  WHERE id NOT IN (SELECT id FROM start.invitations) AND email IS NOT (SELECT email FROM invite_asked)
  UNION ALL
  SELECT 'user ' || id || ' changed' FROM (SELECT id, email FROM start.users EXCEPT SELECT id, email FROM main.users)
  UNION ALL
  SELECT 'user ' || id || ' is new' FROM main.users WHERE id NOT IN (SELECT id FROM start.users);

CREATE TEMP VIEW missing(what) AS
  SELECT 'no invitation of ' || email || ' is recorded'
  FROM invite_asked WHERE NOT EXISTS (SELECT 1 FROM invite_rows)
  UNION ALL
  SELECT 'no email was delivered to ' || email FROM invite_asked WHERE NOT EXISTS (SELECT 1 FROM invite_mail)
  UNION ALL
  SELECT 'the email to ' || email || ' was delivered, the invitation does not say when'
  FROM invite_rows WHERE sent_at IS NULL AND token IN (SELECT token FROM invite_mail);

CREATE TEMP VIEW repeated(what) AS
  SELECT a.email || ' is invited in ' || count(*) || ' rows'
  FROM invite_asked AS a JOIN invite_rows GROUP BY a.email HAVING count(*) > 1
  UNION ALL
  SELECT 'the email to ' || a.email || ' was delivered ' || count(*) || ' times'
  FROM invite_asked AS a JOIN invite_mail GROUP BY a.email HAVING count(*) > 1;
