-- Judges the deletion of one user (the second argument of the call), part by part: each part is done or still open,
-- and a reader may find all of them done or all of them open.

CREATE TEMP VIEW user_asked AS
  SELECT id FROM start.users WHERE id = (SELECT value FROM world.argument WHERE n = 2);

-- Rows that each part had to deal with, and how many of them are left.
CREATE TEMP VIEW deletion_parts(n, due, left_over, when_done, when_open) AS
  SELECT 1,
    (SELECT count(*) FROM start.addresses WHERE user_id = u.id),
    (SELECT count(*) FROM main.addresses WHERE user_id = u.id),
    'the addresses are deleted', 'the addresses are still there'
  FROM user_asked AS u
  UNION ALL
  SELECT 2,
    (SELECT count(*) FROM start.reviews WHERE user_id = u.id),
    (SELECT count(*) FROM main.reviews WHERE user_id = u.id),
    'the reviews are deleted', 'the reviews are still there'
  FROM user_asked AS u
  UNION ALL
  SELECT 3,
    (SELECT count(*) FROM start.orders WHERE user_id = u.id),
    (SELECT count(*) FROM main.orders WHERE user_id = u.id),
    'the orders no longer name the user', 'the orders still name the user'
  FROM user_asked AS u
  UNION ALL
  SELECT 4, 1,
    (SELECT count(*) FROM main.users WHERE id = u.id),
    'the user is deleted', 'the user is still there'
  FROM user_asked AS u
  UNION ALL
  SELECT 5, 1,
    (SELECT NOT EXISTS (SELECT 1 FROM deletions_new)),
    'the deletion is recorded', 'the deletion is not recorded'
  FROM user_asked AS u;

-- Records of this deletion that are new since the start.
CREATE TEMP VIEW deletions_new AS
  SELECT d.rowid AS n FROM main.deletions AS d
  WHERE d.user_id IN (SELECT id FROM user_asked)
    AND NOT EXISTS (
      SELECT 1 FROM start.deletions AS s WHERE s.user_id = d.user_id AND s.deleted_at = d.deleted_at
    );

CREATE TEMP VIEW torn(what) AS
  SELECT done.when_done || ' but ' || o.when_open
  FROM deletion_parts AS o
  JOIN deletion_parts AS done ON done.n = (SELECT min(n) FROM deletion_parts WHERE due > 0 AND left_over = 0)
  WHERE o.left_over > 0
  UNION ALL
  SELECT 'only some are gone: ' || when_open || ', ' || left_over || ' of ' || due
  FROM deletion_parts WHERE left_over > 0 AND left_over < due
  UNION ALL
  SELECT 'order ' || id || ' is gone or its total changed'
  FROM (SELECT id, total FROM start.orders EXCEPT SELECT id, total FROM main.orders)
  UNION ALL
  SELECT 'order ' || o.id || ' names another user than before'
  FROM main.orders AS o JOIN start.orders AS s USING (id)
  WHERE o.user_id IS NOT s.user_id
    AND NOT (o.user_id IS NULL AND s.user_id IN (SELECT id FROM user_asked))
  UNION ALL
  SELECT 'user ' || id || ' changed or is gone and was not to be deleted'
  FROM (
    SELECT id, name, email FROM start.users WHERE id NOT IN (SELECT id FROM user_asked)
    EXCEPT SELECT id, name, email FROM main.users
  )
  UNION ALL
  SELECT 'the address ' || street || ' of user ' || user_id || ' changed or is gone'
  FROM (
    SELECT id, user_id, street FROM start.addresses WHERE user_id NOT IN (SELECT id FROM user_asked)
    EXCEPT SELECT id, user_id, street FROM main.addresses
  )
  UNION ALL
  SELECT 'the review of the ' || product || ' by user ' || user_id || ' changed or is gone'
  FROM (
    SELECT id, user_id, product, stars FROM start.reviews WHERE user_id NOT IN (SELECT id FROM user_asked)
    EXCEPT SELECT id, user_id, product, stars FROM main.reviews
  )
  UNION ALL
  SELECT 'user ' || id || ' is new or changed'
  FROM (SELECT id, name, email FROM main.users EXCEPT SELECT id, name, email FROM start.users)
  UNION ALL
  SELECT 'the address ' || id || ' is new or changed'
  FROM (SELECT id, user_id, street FROM main.addresses EXCEPT SELECT id, user_id, street FROM start.addresses)
  UNION ALL
  SELECT 'the review ' || id || ' is new or changed'
  FROM (
    SELECT id, user_id, product, stars FROM main.reviews
    EXCEPT SELECT id, user_id, product, stars FROM start.reviews
  )
  UNION ALL
  SELECT 'order ' || id || ' is new' FROM main.orders WHERE id NOT IN (SELECT id FROM start.orders)
  UNION ALL
  SELECT 'the older record of the deletion of user ' || user_id || ' changed or is gone'
  FROM (SELECT user_id, deleted_at FROM start.deletions EXCEPT SELECT user_id, deleted_at FROM main.deletions)
  UNION ALL
  SELECT 'a deletion of user ' || user_id || ' is recorded that nobody asked for'
  FROM (SELECT user_id, deleted_at FROM main.deletions EXCEPT SELECT user_id, deleted_at FROM start.deletions)
  WHERE user_id NOT IN (SELECT id FROM user_asked);

CREATE TEMP VIEW missing(what) AS
  SELECT when_open FROM deletion_parts WHERE left_over > 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'the deletion is recorded ' || count(*) || ' times' FROM deletions_new HAVING count(*) > 1;
