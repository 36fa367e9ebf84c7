// `world.database` and `world.database_cell`: every database of a world and all their cells, so that a judge can ask
// about one that need not be there.
import type { Database } from 'sql.js';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { databaseBytes, readDatabase } from './database.ts';
import { otherDatabases } from './databases.ts';
import { fileBytes } from './settle.ts';
import { literal, quoted, type Sqlite } from './sqlite.ts';
import { orderOf, tablesOf } from './tables.ts';

/** `bytes` is the size of the file; `readable` is 0 where it is corrupt or too large to be read. */
export const DATABASES = { name: 'database', columns: 'path TEXT, bytes INTEGER, readable INTEGER' };

/** As `world.cell`, for the databases that can be read, `app.db` among them. */
export const DATABASE_CELLS = {
  name: 'database_cell',
  columns: 'database TEXT, table_name TEXT, row INTEGER, column TEXT, value',
};

const PLACE = '/cells.db';
const SCHEMA = 'cells';

/** Fills both tables, which are empty. Nothing may be open on `db`: each database is attached in its turn. */
export function fillDatabases(db: Database, sqlite: Sqlite, world: WorldData): void {
  for (const path of [DATABASE_PATH, ...otherDatabases(world)]) {
    const file = fileBytes(world, path);
    if (file === null) continue;
    const found = databaseBytes(sqlite, world, path);
    const isReadable = found.kind === 'bytes' && readDatabase(sqlite, found.bytes, tablesOf, path).kind === 'read';
    db.run(`INSERT INTO world.${DATABASES.name} VALUES (?, ?, ?)`, [path, file.length, isReadable ? 1 : 0]);
    if (!isReadable) continue;
    sqlite.writeFile(PLACE, found.bytes);
    try {
      db.exec(`ATTACH ${literal(PLACE)} AS ${SCHEMA}`);
      copyCells(db, path);
      db.exec(`DETACH ${SCHEMA}`);
    } finally {
      sqlite.removeFile(PLACE);
    }
  }
}

function copyCells(db: Database, path: string): void {
  for (const table of tablesOf(db, SCHEMA)) {
    const order = orderOf(table);
    for (const column of table.columns) {
      db.exec(
        `INSERT INTO world.${DATABASE_CELLS.name}
         SELECT ${literal(path)}, ${literal(table.name)}, row_number() OVER (ORDER BY ${order ?? '1'}), ${literal(column)},
           t.${quoted(column)}
         FROM ${SCHEMA}.${quoted(table.name)} AS t`,
      );
    }
  }
}
