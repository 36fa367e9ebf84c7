def rename_game(conn, game_id, name):
    with conn:
        conn.execute("INSERT OR REPLACE INTO game (id, name) VALUES (?, ?)", (game_id, name))
