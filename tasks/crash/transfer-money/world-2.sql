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

INSERT INTO accounts VALUES (10, 'Dan', 40), (14, 'Eve', 5200), (21, 'Fay', 0);
INSERT INTO ledger VALUES
  (1, 'rent-2025-12', 14, -1250), (2, 'rent-2025-12', 21, 1250),
  (3, 'lunch', 21, -1250), (4, 'lunch', 10, 1250);
