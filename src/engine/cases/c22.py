def rename_game(conn, game_id, name):
    conn.execute("PRAGMA foreign_keys = ON")
    with conn:
        conn.execute("INSERT OR REPLACE INTO game (id, name) VALUES (?, ?)", (game_id, name))
