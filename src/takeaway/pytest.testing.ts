// Runs a folder of exported files under pytest, once, and reads what became of each. For tests only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TakeawayFile } from './takeaway.ts';

/** What pytest says of one exported file: null where the test passed, else its message and what was printed. */
export interface PytestOutcome {
  readonly normal: string | null;
  readonly crash: string | null;
}

/** Outcomes in the order of the files. Throws where pytest did not run both tests of each, or one raised an error. */
export async function runPytest(python: string, files: readonly TakeawayFile[]): Promise<readonly PytestOutcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'takeaway-'));
  try {
    for (const [at, { name, text }] of files.entries()) {
      await mkdir(path.join(folder, `f${at}`));
      await writeFile(path.join(folder, `f${at}`, name), text);
    }
    const report = path.join(folder, 'report.xml');
    const options = [
      '-q',
      '-p',
      'no:cacheprovider',
      '--import-mode=importlib',
      `--junitxml=${report}`,
      `--rootdir=${folder}`,
    ];
    const child = spawn(python, ['-B', '-m', 'pytest', ...options, folder], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', PYTEST_ADDOPTS: '' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0 && code !== 1) throw new Error(`pytest ended with ${code}:\n${output}`);
    return outcomes(await readFile(report, 'utf8'), files.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const TEST_CASE = /<testcase classname="f(\d+)\.\w+" name="(\w+)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;

function outcomes(xml: string, count: number): readonly PytestOutcome[] {
  type Found = { -readonly [test in keyof PytestOutcome]?: string | null };
  const found = Array.from({ length: count }, (): Found => ({}));
  for (const [, at, name, inside = ''] of xml.matchAll(TEST_CASE)) {
    if (inside.includes('<error')) throw new Error(unescapeXml(inside));
    const failure = /<failure message="([^"]*)"/.exec(inside)?.[1];
    const outcome = found[Number(at)];
    if (outcome)
      outcome[name === 'test_the_normal_run_works' ? 'normal' : 'crash'] =
        failure === undefined ? null : unescapeXml(failure);
  }
  return found.map(({ normal, crash }, at) => {
    if (normal === undefined || crash === undefined) throw new Error(`pytest did not run both tests of file ${at}`);
    return { normal, crash };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
