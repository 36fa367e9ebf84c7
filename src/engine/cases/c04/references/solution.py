SPLIT_NAMES = """
    BEGIN;
    CREATE TABLE member_new (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    INSERT INTO member_new
        SELECT id, substr(full_name, 1, instr(full_name, ' ') - 1), substr(full_name, instr(full_name, ' ') + 1)
        FROM member;
    DROP TABLE member;
    ALTER TABLE member_new RENAME TO member;
    UPDATE schema_version SET version = 2;
    COMMIT;
"""


def migrate(conn):
    (version,) = conn.execute("SELECT version FROM schema_version").fetchone()
    if version < 2:
        conn.executescript(SPLIT_NAMES)
