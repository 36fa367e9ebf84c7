// Finds a Python that has pytest, or gets one: for the test of exported files only.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nativePythons } from '../machine/native-python.ts';

/** References use names that came with Python 3.11. */
const PROBE = 'import sys, pytest, sqlite3; sys.exit(sys.version_info < (3, 11))';
const DEBIAN_PYTHON = '/usr/bin/python3';

/** Path of a Python from 3.11 on with pytest: one that is there, else Debian's package. Null where there is none. */
export function pythonWithPytest(): string | null {
  const found = findPython();
  if (found !== null) return found;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
  const install = (): boolean => succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'python3-pytest']);
  if (install() || (succeeds('apt-get', ['update']) && install())) return findPython();
  return null;
}

function findPython(): string | null {
  const pythons = [...nativePythons().map(({ executable }) => executable), DEBIAN_PYTHON];
  return pythons.find((python) => succeeds(python, ['-c', PROBE])) ?? null;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
