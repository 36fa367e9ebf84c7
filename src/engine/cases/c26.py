from threading import Thread


def move_coins(conn, source, target, coins):
    workers = [
        Thread(target=conn.execute, args=("UPDATE jar SET coins = coins - ? WHERE name = ?", (coins, source))),
        Thread(target=conn.execute, args=("UPDATE jar SET coins = coins + ? WHERE name = ?", (coins, target))),
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    conn.commit()
