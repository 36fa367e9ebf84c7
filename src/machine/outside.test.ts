// Files outside the world: nothing outlives a process there, and what code wanted of them is told.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: Machine;
const run = (...lines: string[]) =>
  machine.run(
    request(`import os, shutil\ndef f(*args):\n${lines.map((l) => `    ${l}\n`).join('')}`, { mode: null }),
    startingWorld(machine, null),
  ).exit;
const namesOf = (...lines: string[]): string[] => run(...lines).refusals.map(({ name }) => name);

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
}, 120_000);

describe('outside the working folder and /tmp', () => {
  it.each([
    'open("/home/state", "w").write("x")',
    'open("/var/tmp/state", "a").write("x")',
    'open("/dev/shm/state", "x")',
    'os.mkdir("/run/app")',
    'os.symlink("/home", "out"); open("out/state", "w")',
    'os.chdir("/"); open("state", "w")',
    'os.unlink("/lib/python314.zip")',
    'os.chmod("/home", 0)',
    'open("mine", "w").close(); os.rename("mine", "/var/mine")',
    'open("mine", "w").close(); shutil.move("mine", "/opt/mine")',
  ])('%s is refused, and said', (line) => {
    const { status, refusals } = run(line);
    expect(status).toMatchObject({ kind: 'raised', errorType: 'OSError' });
    expect(refusals[0]?.name).toMatch(/^a disk outside the working folder and \/tmp \(\/.*\)$/);
  });

  it('what Linux itself has there is not made up', () => {
    expect(namesOf('os.path.exists(f"/proc/{os.getpid()}")')).toEqual(['/proc']);
    expect(namesOf('try: open("/etc/hostname")', 'except OSError: pass')).toEqual(['/etc/hostname']);
  });

  it('looking is free, and so is what is no disk', () => {
    expect(
      namesOf(
        'import mimetypes, gettext, platform, ssl, locale',
        'mimetypes.guess_type("a.png"); gettext.gettext("x"); platform.platform()',
        'print(os.listdir("/var"), os.path.exists("/etc/app.conf"), os.path.isdir("/home"))',
        'open("/dev/null", "w").write("x"); open("/tmp/here", "w").write("x"); os.stat("/")',
      ),
    ).toEqual([]);
  });
});
