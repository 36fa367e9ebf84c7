CREATE TABLE accounts (
  id      INTEGER PRIMARY KEY,
  owner   TEXT NOT NULL,
  balance INTEGER NOT NULL
);
CREATE TABLE ledger (
  id          INTEGER PRIMARY KEY,
  transfer_id TEXT NOT NULL,
  account_id  INTEGER NOT NULL REFERENCES accounts (id),
  amount      INTEGER NOT NULL
);

INSERT INTO accounts VALUES (1, 'Ada', 10000), (2, 'Ben', 2500), (3, 'Cleo', 0);
