// The world as a person reads it on the page: rows, files, mail, cache, all capped. Judging lives elsewhere.
import type { FileView, TableView, WorldData, WorldView } from '../model/world.ts';
import { beginReading, databaseBytes, readDatabase } from './database.ts';
import { type Sqlite, messageOf, oneText, quoted } from './sqlite.ts';
import { readRows, shownCell, tablesOf } from './tables.ts';
import { plainFiles, textOf } from './world-tables.ts';

const MOST_TABLES = 50;
const MOST_ROWS = 200;
/** In all tables together; a table is cut to the rows that still fit. */
const MOST_CELLS = 40_000;
const MOST_CELL_CHARACTERS = 200;
const MOST_FILE_CHARACTERS = 4000;

/** Never throws for what the tested code may have written; what cannot be read is said in `unreadable`. */
export function view(sqlite: Sqlite, world: WorldData): WorldView {
  const { tables, unreadable } = tableViews(sqlite, world);
  return { tables, files: plainFiles(world).map(fileView), mail: world.mail, cache: world.cache, unreadable };
}

function tableViews(sqlite: Sqlite, world: WorldData): Pick<WorldView, 'tables' | 'unreadable'> {
  const database = databaseBytes(sqlite, world);
  if (database.kind === 'none') return { tables: [], unreadable: null };
  if (database.kind === 'refused') return { tables: [], unreadable: database.sentence };
  const problems: string[] = [];
  try {
    const reading = readDatabase(sqlite, database.bytes, (db) => {
      beginReading(db);
      const tables: TableView[] = [];
      let cellsLeft = MOST_CELLS;
      for (const shape of tablesOf(db).slice(0, MOST_TABLES)) {
        try {
          const most = Math.min(MOST_ROWS, Math.floor(cellsLeft / Math.max(1, shape.columns.length)));
          const read = readRows(db, shape, most + 1, shownCell(MOST_CELL_CHARACTERS));
          const count = (): number => Number(oneText(db, `SELECT count(*) FROM main.${quoted(shape.name)}`));
          cellsLeft -= Math.min(read.length, most) * shape.columns.length;
          tables.push({
            name: shape.name,
            columns: shape.columns,
            key: shape.key,
            rows: read.slice(0, most),
            total: read.length > most ? count() : read.length,
          });
        } catch (error) {
          problems.push(`the table ${shape.name.slice(0, 100)} cannot be read: ${messageOf(error)}`);
        }
      }
      return tables;
    });
    if (reading.kind === 'corrupt') return { tables: [], unreadable: reading.sentence };
    return { tables: reading.value, unreadable: problems[0] ?? null };
  } catch (error) {
    return { tables: [], unreadable: `the database cannot be read: ${messageOf(error)}` };
  }
}

function fileView(file: { readonly path: string; readonly bytes: Uint8Array }): FileView {
  const whole = textOf(file.bytes);
  const text =
    whole !== null && whole.length > MOST_FILE_CHARACTERS ? `${whole.slice(0, MOST_FILE_CHARACTERS)}…` : whole;
  return { path: file.path, text, bytes: file.bytes.length };
}
