// Every error of the operating system is what Linux says: number, text, class, file names. `native/errors.json` holds what
// native CPython answers to the same calls; where one is found here, it is asked again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/ports.ts';
import { nativePythons } from './native-python.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

const FOLDER = path.join(import.meta.dirname, 'native');
const PROGRAM = path.join(FOLDER, 'errors.py');
const NATIVE = JSON.parse(readFileSync(path.join(FOLDER, 'errors.json'), 'utf8')) as Answers;
type Answers = Readonly<Record<string, readonly unknown[]>>;

let machine: Machine;
const run = (source: string) => machine.run(request(source), startingWorld(machine)).exit;

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
}, 120_000);

describe('an error of the operating system', () => {
  let ours: Answers;
  beforeAll(() => {
    const exit = run(readFileSync(PROGRAM, 'utf8'));
    expect(exit.refusals).toEqual([]);
    ours = JSON.parse(exit.stdout) as Answers;
  });

  it.each(Object.keys(NATIVE))('%s', (call) => {
    expect(ours[call]).toEqual(NATIVE[call]);
  });
});

const [python] = nativePythons().filter(({ version }) => version[1] >= 13);
it.skipIf(python === undefined)('native CPython still answers so', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'errors-'));
  const answer = execFileSync(python?.executable ?? '', ['-I', PROGRAM], { cwd: folder });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(answer.toString())).toEqual(NATIVE);
});

describe('an OSError', () => {
  it('made by hand is what was said', () => {
    const { stdout } = run(`
import errno, os
class Mine(OSError):
    def __init__(self, what, *rest):
        super().__init__(what)
        self.rest = rest
def f(*args):
    print(repr(OSError(errno.EEXIST, "x")), repr(OSError(44, "x")), OSError(44, "x").errno)
    print(repr(Mine("a", "b", "c", "d")), Mine(1, 2).rest, repr(OSError("one")), repr(OSError()))
    print(errno.errorcode[17], errno.errorcode[11], errno.errorcode[35], errno.errorcode[95], os.strerror(40))
`);
    expect(stdout.split('\n')).toEqual([
      "FileExistsError(17, 'x') OSError(44, 'x') 44",
      "Mine('a') (2,) OSError('one') OSError()",
      'EEXIST EAGAIN EDEADLOCK ENOTSUP Too many levels of symbolic links',
      '',
    ]);
  });

  it('of a full pipe that does not wait has the number of its class', () => {
    const { stdout } = run(`
import os
def f(*args):
    source, target = os.pipe()
    os.set_blocking(source, False)
    try:
        os.read(source, 1)
    except BlockingIOError as error:
        print(error)
`);
    expect(stdout).toBe('[Errno 11] Resource temporarily unavailable\n');
  });

  it('no module of the library keeps a number of another system', () => {
    const { stdout } = run(`
import errno, sys
def f(*args):
    linux = {name: number for number, name in errno.errorcode.items()}
    print([(module.__name__, name) for module in list(sys.modules.values()) for name, value in vars(module).items()
           if name in linux and type(value) is int and value != linux[name]])
`);
    expect(stdout).toBe('[]\n');
  });
});
