// Finds a local native Python, for tests that compare with it. Never a requirement: where none is found the
// test says so and is skipped.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export interface NativePython {
  readonly executable: string;
  /** For example [3, 13]. */
  readonly version: readonly [number, number];
  /** Its `test` package, or null. */
  readonly testFolder: string | null;
}

/** Native Pythons with sqlite3, newest first: those on PATH, then those of pyenv. */
export function nativePythons(): NativePython[] {
  const pyenv = path.join(process.env['PYENV_ROOT'] ?? path.join(homedir(), '.pyenv'), 'versions');
  const candidates = ['python3', 'python3.13', 'python3.14', 'python3.12'];
  if (existsSync(pyenv)) {
    for (const version of readdirSync(pyenv)) candidates.push(path.join(pyenv, version, 'bin', 'python3'));
  }
  const found = new Map<string, NativePython>();
  for (const executable of candidates) {
    const python = probe(executable);
    if (python) found.set(`${python.version.join('.')} ${python.testFolder}`, python);
  }
  return [...found.values()].sort((a, b) => b.version[1] - a.version[1]);
}

const PROBE = `
import sys, os, json, sqlite3, sysconfig
folder = os.path.join(sysconfig.get_path("stdlib"), "test")
print(json.dumps({"executable": sys.executable, "version": list(sys.version_info[:2]),
  "testFolder": folder if os.path.isdir(os.path.join(folder, "test_sqlite3")) else None}))
`;

function probe(executable: string): NativePython | null {
  try {
    const output = execFileSync(executable, ['-I', '-c', PROBE], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
    return JSON.parse(output.toString()) as NativePython;
  } catch {
    return null;
  }
}
