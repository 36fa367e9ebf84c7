// The world as a person reads it on the page: rows, files, mail, cache, all capped. Judging lives elsewhere.
import type { Database } from 'sql.js';
import { digestBytes } from '../model/digest.ts';
import {
  DATABASE_PATH,
  tableTitle,
  type FileView,
  type TableView,
  type WorldData,
  type WorldView,
} from '../model/world.ts';
import { beginReading, databaseBytes, readDatabase } from './database.ts';
import { type Sqlite, messageOf, oneText, quoted } from './sqlite.ts';
import { readRows, shownCell, tablesOf } from './tables.ts';
import { otherDatabases, plainFiles } from './databases.ts';
import { textOf } from './world-tables.ts';

const MOST_TABLES = 50;
const MOST_ROWS = 200;
/** In all tables together; a table is cut to the rows that still fit. */
const MOST_CELLS = 40_000;
const MOST_CELL_CHARACTERS = 200;
const MOST_FILE_CHARACTERS = 4000;

/** Never throws for what the tested code may have written; what cannot be read is said in `unreadable`. */
export function view(sqlite: Sqlite, world: WorldData): WorldView {
  const budget = { tables: MOST_TABLES, cells: MOST_CELLS };
  const seen = [DATABASE_PATH, ...otherDatabases(world)].map((path) => tableViews(sqlite, world, path, budget));
  const tables = seen.flatMap((one) => one.tables);
  const unreadable = seen.find((one) => one.unreadable !== null)?.unreadable ?? null;
  return { tables, files: plainFiles(world).map(fileView), mail: world.mail, cache: world.cache, unreadable };
}

/** `budget` is what may still be shown in all databases together; what is shown is taken from it. */
function tableViews(
  sqlite: Sqlite,
  world: WorldData,
  path: string,
  budget: { tables: number; cells: number },
): Pick<WorldView, 'tables' | 'unreadable'> {
  const named = path === DATABASE_PATH ? {} : { database: path };
  const database = databaseBytes(sqlite, world, path);
  if (database.kind === 'none') return { tables: [], unreadable: null };
  if (database.kind === 'refused') return { tables: [], unreadable: database.sentence };
  const problems: string[] = [];
  try {
    const read = (db: Database): TableView[] => {
      beginReading(db);
      const tables: TableView[] = [];
      for (const shape of tablesOf(db).slice(0, budget.tables)) {
        try {
          const most = Math.min(MOST_ROWS, Math.floor(budget.cells / Math.max(1, shape.columns.length)));
          const read = readRows(db, shape, most + 1, shownCell(MOST_CELL_CHARACTERS));
          const count = (): number => Number(oneText(db, `SELECT count(*) FROM main.${quoted(shape.name)}`));
          budget.cells -= Math.min(read.length, most) * shape.columns.length;
          tables.push({
            name: shape.name,
            ...named,
            columns: shape.columns,
            key: shape.key,
            rows: read.slice(0, most),
            total: read.length > most ? count() : read.length,
          });
        } catch (error) {
          const name = tableTitle({ name: shape.name.slice(0, 100), ...named });
          problems.push(`the table ${name} cannot be read: ${messageOf(error)}`);
        }
      }
      budget.tables -= tables.length;
      return tables;
    };
    const reading = readDatabase(sqlite, database.bytes, read, path);
    if (reading.kind === 'corrupt') return { tables: [], unreadable: reading.sentence };
    return { tables: reading.value, unreadable: problems[0] ?? null };
  } catch (error) {
    return {
      tables: [],
      unreadable: `the database${path === DATABASE_PATH ? '' : ` ${path.slice(0, 100)}`} cannot be read: ${messageOf(error)}`,
    };
  }
}

function fileView(file: { readonly path: string; readonly bytes: Uint8Array }): FileView {
  const whole = textOf(file.bytes);
  const { path, bytes } = file;
  if (whole !== null && whole.length <= MOST_FILE_CHARACTERS) return { path, text: whole, bytes: bytes.length };
  const text = whole === null ? null : `${whole.slice(0, MOST_FILE_CHARACTERS)}…`;
  return { path, text, bytes: bytes.length, digest: digestBytes(bytes) };
}
