// What is right to say of each folder of tasks/regressions: measured with native CPython 3.13 in processes that were
// really ended, not taken from this engine. What each is about stands in docs/cases.md. For tests only.

export interface ExpectedCase {
  /** With judge.sql: the class, then one line for each mode. Absent where the folder has none. */
  readonly written?: readonly string[];
  /** With the default judge; absent where it says the same. */
  readonly learned?: readonly string[];
  /** Words of headline, reason, story and notes, with the default judge. */
  readonly says?: RegExp;
  /** Words that they must not hold. */
  readonly neverSays?: RegExp;
}

const SAFE = ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'];
const SAFE_FILES = ['safe-by-design, fully crash-safe', 'default: never'];

export const REGRESSIONS: Readonly<Record<string, ExpectedCase>> = {
  'alarm-guard/solution': { learned: SAFE },
  'append-undone-on-error/solution': {
    learned: ['unsafe, double-applies', 'default: write 2, write 4 bytes to ledger.txt:…, kill: half-done'],
  },
  'attach-archive/solution': { written: SAFE },
  'attach-archive-in-wal/solution': { written: SAFE, says: /WAL/ },
  'attach-archive-made-before/solution': { written: SAFE },
  'backup-to-a-copy/solution': { written: SAFE },
  'checksum-beside-a-clock/solution': {
    learned: ['unsafe, fully crash-safe', 'default: write 4, create tmp/new, error or kill: recovered'],
  },
  'commit-by-hand/solution': {
    learned: ['safe-by-accident', 'default: never', 'autocommit: not crashed'],
    says: /cannot commit - no transaction is active/,
  },
  'copy-by-shutil/solution': {
    written: [
      'unsafe, fully crash-safe',
      'default: write 4, write 12288 bytes to backup.…, error or kill: recovered',
      'autocommit: write 4, write 12288 bytes to backup.…, error or kill: recovered',
    ],
    // The row without its copy is neither before nor after.
    learned: [
      'unsafe, fully crash-safe',
      'default: write 3, create backup.db, error or kill: recovered',
      'autocommit: write 2, commit(), error or kill: recovered',
    ],
  },
  // A clean run leaves a copy without the row: right for the default judge, which knows no better.
  'copy-of-a-wal-database/solution': {
    written: [
      'does-not-work: After the clean run, the copy lacks the note checkpoint 7.',
      'default: not crashed',
      'autocommit: not crashed',
    ],
    learned: [
      'unsafe, double-applies',
      'default: write 4, create backup.db, error or kill: double-applied',
      'autocommit: write 3, commit(), error or kill: double-applied',
    ],
    neverSays: /x'53514c/,
  },
  'csv-with-a-date/solution': {
    learned: ['unsafe', 'default: write 2, write 88 bytes to prices.csv…, error or kill: half-done'],
  },
  'deferred-foreign-key/solution': {
    written: ['safe-by-accident', 'default: never', 'autocommit: not crashed'],
    says: /FOREIGN KEY constraint failed/,
  },
  'failed-write-stays-failed/solution': {
    learned: ['unsafe', 'default: write 2, write 12 bytes to options.js…, error or kill: re-run-fails'],
  },
  'failed-write-stays-failed/opened_again': {
    learned: ['unsafe', 'default: write 2, write 12 bytes to options.js…, kill: re-run-fails'],
  },
  'file-lock-guard/solution': { learned: SAFE_FILES },
  'gzip-json-with-a-clock/solution': {
    learned: ['unsafe, fully crash-safe', 'default: write 2, write 65 bytes to points.jso…, error or kill: recovered'],
  },
  'gzip-json-with-a-clock/beside': { learned: SAFE_FILES },
  'gzip-log-with-a-clock/solution': {
    learned: ['unsafe, double-applies', 'default: write 2, write 10 bytes to log.gz: (b…, error or kill: half-done'],
  },
  'json-cells-with-a-clock/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 3, UPDATE doc SET body = ? WHER…, error or kill: half-done',
      'autocommit: write 2, commit(), error or kill: half-done',
    ],
  },
  'json-files-with-a-clock/solution': {
    written: ['unsafe, double-applies', 'default: write 4, create tmp/tmp…, error or kill: half-done'],
  },
  'json-with-a-random-id/solution': { written: SAFE_FILES },
  'json-with-a-random-id/in_place': {
    written: ['unsafe', 'default: write 2, write 103 bytes to users.jso…, error or kill: re-run-fails'],
  },
  'literal-error-number/solution': { written: SAFE },
  'literal-missing-file-number/solution': { learned: SAFE_FILES },
  'local-time-zone/solution': {
    written: [
      'safe-by-accident',
      'default: never',
      'autocommit: write 2, UPDATE stat SET n = n + 1, error or kill: re-run-fails',
    ],
  },
  'log-rotation/solution': {
    written: ['unsafe', 'default: write 2, create tags.log, error or kill: re-run-fails'],
    // A second run turns the log once more, which the default judge calls repeated.
    learned: ['unsafe, double-applies', 'default: write 2, create tags.log, error or kill: re-run-fails'],
    says: /: the file tags\.log is gone/,
  },
  'mail-key-of-the-day/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 2, UPDATE member SET reminded =…, error or kill: double-applied',
      'autocommit: write 2, UPDATE member SET reminded =…, error or kill: double-applied',
    ],
  },
  'mail-key-of-the-day/key_of_the_row': { written: SAFE },
  // A store cannot raise: where its page fails, a signal ends the process, as a kill does.
  'mapped-counter/solution': {
    learned: ['unsafe', 'default: write 2, store 16 bytes to metrics.db…, error or kill: half-done'],
  },
  'mapped-counter/left_open': {
    learned: ['unsafe, fully crash-safe', 'default: write 2, store 1 byte to metrics.db a…, error or kill: recovered'],
  },
  'mapped-ledger/through_a_view': {
    written: [
      'unsafe, double-applies',
      'default: write 2, store 8 bytes to ledger.txt …, error or kill: double-applied',
    ],
    learned: ['unsafe', 'default: write 2, store 8 bytes to ledger.txt …, error or kill: half-done'],
  },
  'mapped-ledger/by_write': {
    written: SAFE_FILES,
    // An entry that is not counted yet is neither before nor after.
    learned: ['unsafe, fully crash-safe', 'default: write 2, store 1 byte to ledger.txt a…, error or kill: recovered'],
  },
  'mapped-ledger/packed_in_a_loop': {
    written: [
      'unsafe, double-applies',
      'default: write 2, store 1 byte to ledger.txt a…, error or kill: double-applied',
    ],
    learned: ['unsafe', 'default: write 2, store 1 byte to ledger.txt a…, error or kill: half-done'],
  },
  'mapped-ledger/in_a_copy': {
    written: SAFE_FILES,
    // A repeat finds the entry and leaves the copy beside.
    learned: ['unsafe, double-applies', 'default: write 2, write 41 bytes to ledger.txt…, error or kill: recovered'],
  },
  'mapped-slice/solution': {
    learned: ['unsafe', 'default: write 2, store 6 bytes to metrics.bin…, error or kill: half-done'],
  },
  'pickles-with-a-clock/solution': {
    learned: ['unsafe, double-applies', 'default: write 4, create tmp/new, error or kill: half-done'],
  },
  'pid-lock/solution': { written: SAFE },
  'publish-by-hard-link/solution': {
    written: SAFE_FILES,
    // The file that a killed run leaves beside is neither before nor after.
    learned: ['unsafe', 'default: write 2, write 8 bytes to tmp…, kill: half-done'],
  },
  'report-named-by-the-day/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 3, UPDATE sale SET reported = 1, error or kill: double-applied',
      'autocommit: write 2, commit(), error or kill: double-applied',
    ],
  },
  'savepoint-left-open/solution': {
    written: [
      'does-not-work: After the clean run, item 3 is missing. The function left a transaction open, so its changes were lost.',
      'default: not crashed',
      'autocommit: not crashed',
    ],
    learned: [
      'does-not-work: The function returned with a transaction open, so what it had written in it, last at line 8, was lost.',
      'default: not crashed',
      'autocommit: not crashed',
    ],
  },
  'serialized-database-with-a-clock/solution': {
    learned: ['unsafe, fully crash-safe', 'default: write 2, write 8192 bytes to names.db…, error or kill: recovered'],
  },
  'serialized-database-with-a-clock/beside': { learned: SAFE_FILES },
  'shelf-of-points/solution': {
    written: ['unsafe, double-applies', 'default: write 4, REPLACE INTO Dict (key, valu…, error or kill: half-done'],
  },
  'signal-handler/solution': { written: SAFE },
  'tar-archive-with-a-clock/solution': {
    learned: ['unsafe', 'default: write 2, write 131072 bytes to book.t…, error or kill: re-run-fails'],
  },
  'two-databases-two-commits/solution': {
    written: [
      'unsafe',
      'default: write 3, UPDATE stat SET n = n + 1, error or kill: half-done',
      'autocommit: write 2, commit(), error or kill: half-done',
    ],
  },
  'two-databases-two-commits/attached': { written: SAFE },
  'vacuum-into-a-copy/solution': { written: SAFE },
  'wal-mail-queue/solution': { written: SAFE },
  'wal-money-then-audit/solution': {
    written: ['safe-by-design, double-applies', 'default: never', 'autocommit: never'],
    // The move without its note is neither before nor after.
    learned: [
      'unsafe, double-applies',
      'default: write 5, INSERT INTO audit (text) VAL…, error or kill: half-done',
      'autocommit: write 5, INSERT INTO audit (text) VAL…, error or kill: half-done',
    ],
  },
  'wal-money-then-checkpoint/solution': { learned: SAFE },
  'who-did-it/solution': {
    written: [
      'safe-by-accident',
      'default: never',
      'autocommit: write 2, INSERT INTO log VALUES (?, ?…, error or kill: half-done',
    ],
  },
  'zip-archive-with-a-clock/solution': {
    learned: ['unsafe', 'default: write 2, write 36 bytes to book.zip: …, error or kill: half-done'],
  },
  'zip-made-anew-beside/solution': { learned: SAFE_FILES },
};
