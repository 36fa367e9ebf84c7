STATEMENTS = [
    "DELETE FROM addresses WHERE user_id = :user_id",
    "DELETE FROM reviews WHERE user_id = :user_id",
    "UPDATE orders SET user_id = NULL WHERE user_id = :user_id",
    "DELETE FROM users WHERE id = :user_id",
    "INSERT INTO deletions (user_id) VALUES (:user_id)",
]


def delete_user_data(conn, user_id):
    params = {"user_id": user_id}
    user = conn.execute("SELECT id FROM users WHERE id = :user_id", params).fetchone()
    if not user:
        raise ValueError("User not found: %s" % user_id)

    # Children before the parent, so that no foreign key is violated.
    for statement in STATEMENTS:
        conn.execute(statement, params)
        conn.commit()
