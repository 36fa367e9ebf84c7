-- Judges a comment against the starting database and the call: arguments 2 to 5 are the request, the post, the
-- author and the text.

CREATE TEMP VIEW comment_asked AS
  SELECT
    max(CASE n WHEN 2 THEN value END) AS request_id,
    max(CASE n WHEN 3 THEN value END) AS post_id,
    max(CASE n WHEN 4 THEN value END) AS author,
    max(CASE n WHEN 5 THEN value END) AS body
  FROM world.argument;

-- Comments that are new since the start. Whoever sends a form twice under one request may get one of them.
CREATE TEMP VIEW comment_new AS
  SELECT id, post_id, author, body, request_id FROM main.comments
  WHERE id NOT IN (SELECT id FROM start.comments);

-- What stands in the database now: comments written, comments counted, the author of the post told.
CREATE TEMP VIEW comment_found AS
  SELECT
    p.id AS post_id,
    p.author AS recipient,
    (
      SELECT count(*) FROM comment_new AS c
      WHERE c.post_id = p.id AND c.author = a.author AND c.body = a.body
    ) AS written,
    coalesce((SELECT comment_count FROM main.posts WHERE id = p.id), 0) - p.comment_count AS counted,
    (
      SELECT count(*) FROM main.notifications
      WHERE recipient = p.author AND comment_id NOT IN (SELECT id FROM start.comments)
    ) AS told
  FROM comment_asked AS a
  JOIN start.posts AS p ON p.id = a.post_id;

CREATE TEMP VIEW torn(what) AS
  SELECT 'the comment is there but the post does not count it' FROM comment_found WHERE written > 0 AND counted = 0
  UNION ALL
  SELECT 'the post counts a new comment that is not there' FROM comment_found WHERE written = 0 AND counted > 0
  UNION ALL
  SELECT 'the comment is there but ' || recipient || ' was not notified' FROM comment_found WHERE written > 0 AND told = 0
  UNION ALL
  SELECT recipient || ' was notified of a comment that is not there' FROM comment_found WHERE written = 0 AND told > 0
  UNION ALL
  SELECT 'the post counts ' || counted || ' new comments but there are ' || written
  FROM comment_found WHERE counted < 0 OR (written > 0 AND counted > 0 AND written <> counted)
  UNION ALL
  SELECT 'a new comment is not the one that was asked for: ' || c.author || ' on post ' || c.post_id || ': ' || c.body
  FROM comment_new AS c
  WHERE NOT EXISTS (
    SELECT 1 FROM comment_asked AS a WHERE a.post_id = c.post_id AND a.author = c.author AND a.body = c.body
  )
  UNION ALL
  SELECT 'the new comment does not hold the request it came with'
  FROM comment_new WHERE request_id NOT IN (SELECT request_id FROM comment_asked)
  UNION ALL
  SELECT n.recipient || ' was notified of comment ' || n.comment_id || ', which is not there'
  FROM main.notifications AS n, comment_found AS f
  WHERE n.comment_id NOT IN (SELECT id FROM main.comments) AND f.written > 0
  UNION ALL
  SELECT n.recipient || ' was notified and has not written the post'
  FROM main.notifications AS n
  WHERE n.comment_id NOT IN (SELECT id FROM start.comments)
    AND n.recipient NOT IN (SELECT recipient FROM comment_found)
  UNION ALL
  SELECT 'the notifications of comment ' || comment_id || ' changed'
  FROM (
    SELECT recipient, comment_id, count(*) FROM start.notifications GROUP BY recipient, comment_id
    EXCEPT SELECT recipient, comment_id, count(*) FROM main.notifications GROUP BY recipient, comment_id
  )
  UNION ALL
  SELECT recipient || ' was notified of the older comment ' || comment_id
  FROM (
    SELECT recipient, comment_id FROM main.notifications
    WHERE comment_id IN (SELECT id FROM start.comments)
    EXCEPT SELECT recipient, comment_id FROM start.notifications
  )
  UNION ALL
  SELECT 'the older comment ' || id || ' changed'
  FROM (
    SELECT id, post_id, author, body, request_id FROM start.comments
    EXCEPT SELECT id, post_id, author, body, request_id FROM main.comments
  )
  UNION ALL
  SELECT 'post ' || id || ' changed and got no comment'
  FROM (
    SELECT id, author, title, comment_count FROM start.posts WHERE id <> (SELECT post_id FROM comment_asked)
    EXCEPT SELECT id, author, title, comment_count FROM main.posts
  )
  UNION ALL
  SELECT 'the author or the title of post ' || id || ' changed'
  FROM (
    SELECT id, author, title FROM start.posts WHERE id = (SELECT post_id FROM comment_asked)
    EXCEPT SELECT id, author, title FROM main.posts
  )
  UNION ALL
  SELECT 'post ' || id || ' is new' FROM main.posts WHERE id NOT IN (SELECT id FROM start.posts);

CREATE TEMP VIEW missing(what) AS
  SELECT 'the comment is not there' FROM comment_found WHERE written = 0
  UNION ALL
  SELECT 'the post does not count the comment' FROM comment_found WHERE counted < 1
  UNION ALL
  SELECT recipient || ' was not notified' FROM comment_found WHERE told = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the comment is there ' || written || ' times' FROM comment_found WHERE written > 1
  UNION ALL
  SELECT 'the comment was counted ' || counted || ' times' FROM comment_found WHERE counted > 1
  UNION ALL
  SELECT recipient || ' was notified ' || told || ' times' FROM comment_found WHERE told > 1;
