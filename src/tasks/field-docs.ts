// What each field of task.json means, in words: the source of docs/task.schema.json and of the table in docs/tasks.md.
// Which values fit is known to `schema.ts`.

/** By path; items of a list have `[]`. In the order in which people read them. */
export const FIELD_DOCS: Readonly<Record<string, string>> = {
  $schema: 'For editors; not read.',
  title: 'What a person calls the task.',
  category:
    '"database": the function writes to app.db. "database-and-effect": it also writes files, sends mail or uses the cache. "files": there is no app.db, no helper and one transaction mode.',
  function: 'Name of the function that an answer must define.',
  parameters: 'Names of its parameters, in order; all are passed by position.',
  'parameters[]': 'Name of a parameter.',
  finishesInterruptedWork:
    'True (a † task) where the re-run is part of the job: a scenario is bad unless the work is done exactly once after the re-run. False: it is bad if the world right after the crash is torn.',
  judgesRepeats: 'False where doing the work twice is not judged, such as counting a page view.',
  cases:
    'Calls with their starting worlds. The clean run must be done on every case, in order; crashes use the first case only.',
  'cases[]': 'One call and the world it starts in.',
  'cases[].name': 'What a person calls the case; each has its own.',
  'cases[].args':
    'Arguments of the call, one for each parameter: JSON values, or "$conn", "$notifier", "$cache" for a helper. A text that begins with a dollar has it twice: "$$5" is "$5". Texts inside lists and objects stay as they are.',
  'cases[].args[]': 'A JSON value or a helper.',
  'cases[].world': 'SQL file of the folder with schema and rows of app.db; world.sql where it is left out.',
  'cases[].files': 'Folder with the starting files; files where it is left out, and it need not be there then.',
  'cases[].cache': 'Starting cache: JSON values by key. Only for "database-and-effect".',
  'cases[].cache{}': 'A JSON value.',
  references: 'Solutions whose class is known, in references/. One that is not listed is left out, with a notice.',
  'references[]': 'One solution.',
  'references[].file': 'Its file in references/.',
  'references[].intended': 'The class that it should have.',
  'references[].note': 'Why, in a sentence.',
  'references[].breaksAt':
    'The earliest bad crash. Left out for safe by design; null for code that is safe by accident because it does not work in autocommit.',
  'references[].breaksAt.mode': '"default" for unsafe code, "autocommit" for code that is safe by accident.',
  'references[].breaksAt.fault':
    '"soft" (the call raises) or "hard" (the process is killed); at one write point soft counts as the earlier.',
  'references[].breaksAt.line':
    'Line of the reference, from 1: of the innermost line of the solution that runs when the write point is reached.',
  'references[].onlyHard': 'True where errors do no harm in that mode, only kills do.',
};
