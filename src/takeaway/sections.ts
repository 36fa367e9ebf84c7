// The sections of an exported file that are written anew for each scene. The pieces below them live in `pieces.ts`.
import { usesDatabase, type TaskCase } from '../model/task.ts';
import { blockLiteral, bytesLiteral, textLiteral } from './literals.ts';
import { firstCase, type Needs } from './needs.ts';
import type { PieceName } from './pieces.ts';
import { argumentText, callText, crashText, lineText, modeText, testName, type Scene } from './words.ts';

export function callParts(scene: Scene): string {
  const { args } = firstCase(scene);
  const helpers = args.flatMap((argument) => ('helper' in argument ? [argument.helper] : []));
  return `FUNCTION = ${textLiteral(scene.task.function)}


def arguments(${[...new Set(helpers)].map((helper) => `${helper}=None`).join(', ')}):
    """What the function is called with. A judge gets None for a helper."""
    return [${args.map(argumentText).join(', ')}]`;
}

export function worldParts({ sql, files, cache }: TaskCase): string {
  const entries = files.map(({ path, bytes }) => `    ${textLiteral(path)}: ${bytesLiteral(bytes, '    ')},\n`);
  const cached = cache.map(([key, value]) => `    ${textLiteral(key)}: ${textLiteral(value)},\n`);
  const dict = (lines: readonly string[]): string => (lines.length === 0 ? '{}' : `{\n${lines.join('')}}`);
  return [
    '# The starting world: the database app.db, files, and entries of the cache as JSON.',
    `WORLD_SQL = ${sql === null ? 'None' : blockLiteral(sql)}`,
    `WORLD_FILES = ${dict(entries)}`,
    `WORLD_CACHE = ${dict(cached)}`,
  ].join('\n');
}

export function crashParts(scene: Scene, { kind, at }: Needs): string {
  const { report, cell } = scene;
  return [
    `CALL = ${textLiteral(`${callText(scene)}${modeText(scene)}`)}`,
    `CRASH = ${textLiteral(crashText(scene))}`,
    `LINE = ${textLiteral(lineText(scene))}`,
    `MODE = ${textLiteral(report.mode)}`,
    `FAULT = ${textLiteral(cell.fault)}  # "hard": the process is killed; "soft": the call raises its error`,
    `CRASH_KIND = ${kind === null ? 'None  # writes of all kinds are counted' : textLiteral(kind)}`,
    `CRASH_AT = ${at}  # the crash comes just before the write of this kind with this number, from 0`,
  ].join('\n');
}

export function tests(scene: Scene): string {
  const crash = scene.cell.fault === 'hard' ? 'Killed' : 'An error';
  const finishes = scene.task.finishesInterruptedWork;
  const runs = finishes
    ? ['scenario.run(crash=True)', 'rerun = scenario.run(minutes_later=10)']
    : ['crashed = scenario.run(crash=True)', 'scenario.run(minutes_later=10)'];
  const learns = scene.task.judgeSql === null;
  const body = [
    `with Scenario(${learns ? 'stopped' : ''}) as scenario:`,
    ...runs.map((line) => `    ${line}`),
    `assert ${finishes ? 'rerun.outcome == "recovered"' : 'not crashed.torn'}, scenario.story`,
  ];
  const looped = learns ? ['for stopped in clocks():', ...body.map((line) => `    ${line}`)] : body;
  return `def test_the_normal_run_works():
    """The function does its work where nothing goes wrong."""
    with Scenario() as scenario:
        run = scenario.run()
    assert run.done and not run.failed, scenario.story


def ${testName(scene)}():
    """${crash}, then run again in a fresh process ten minutes later."""
${looped.map((line) => `    ${line}`).join('\n')}`;
}

export function startWorld({ pieces }: Needs): string {
  const clock = pieces.has('sqlClock') ? ', tell_sqlite_time(Clock(START))' : '';
  return `def start_world(place):
    """Builds the starting world in a folder."""
    build_world(place, WORLD_SQL, WORLD_FILES, WORLD_CACHE${clock})`;
}

export function setUp({ task }: Scene, { pieces, helpers }: Needs): string {
  const has = (piece: PieceName): boolean => pieces.has(piece);
  const sqlite = [
    ...(has('sqlClock') ? ['tell_sqlite_time(clock)'] : []),
    ...(has('blobPoints') ? ['base=connection_with_rare_points(point)'] : []),
  ];
  const keep = has('mappingPoints') ? ', watch_mappings(point)' : '';
  const lines = [
    ...(has('clock') ? ['clock = Clock(now, tick)', 'clock.install()'] : []),
    ...(has('sqlitePoints') ? [`watch_sqlite(${['point', ...sqlite].join(', ')})`] : []),
    ...(has('filePoints') ? [`watch_files(point, os.path.join(place, "files")${keep})`] : []),
    ...(has('notifier') ? ['notifier = Notifier(point, os.path.join(place, "mailbox.json"))'] : []),
    ...(has('smtp') ? ['deliver_smtp(notifier)'] : []),
    ...(usesDatabase(task) ? ['options = {"isolation_level": None} if mode == "autocommit" else {}'] : []),
  ];
  const makers: Record<'conn' | 'notifier' | 'cache', string> = {
    conn: 'sqlite3.connect("app.db", **options)',
    notifier: 'notifier',
    cache: 'Cache(point, os.path.join(place, "cache.json"))',
  };
  const made = [...helpers].map((helper) => `"${helper}": ${makers[helper]}`);
  return `def set_up(point, place, mode, now, tick):
    """Puts clock and write points in place. What it gives makes the helpers of the call."""
${lines.map((line) => `    ${line}\n`).join('')}    return lambda: {${made.join(', ')}}`;
}

export function findings({ task }: Scene, { pieces }: Needs): string {
  const head =
    'def findings(world, start, status, stopped):\n    """What the judge says of a world: three lists of sentences."""\n';
  const cells = pieces.has('tables') ? ', cells_of' : '';
  const judge =
    task.judgeSql === null ? 'learned(stopped)(world)' : `judge(JUDGE_SQL, world, start, arguments(), status${cells})`;
  const modes =
    task.judgeSql === null ? `MODES = (${usesDatabase(task) ? '"default", "autocommit"' : '"default",'})\n\n\n` : '';
  if (task.judgesRepeats) return `${modes}${head}    return ${judge}`;
  return `${modes}${head}    return {**${judge}, "repeated": []}  # doing this twice is no fault`;
}
