import os


def make_folder(path):
    try:
        os.mkdir(path)
    except OSError as error:
        if error.errno != 17:
            raise


def prepare(conn, folder):
    make_folder(folder)
    conn.execute("INSERT OR IGNORE INTO folder VALUES (?)", (folder,))
    conn.commit()
