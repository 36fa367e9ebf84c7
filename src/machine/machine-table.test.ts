// Every module of native CPython's library, and every public name of `os`, `signal`, `errno` and `time`, is here or is refused
// by name; nothing is merely absent. docs/machine.md is made of the answer: `npx vitest run machine-table -u` writes it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

type Names = Readonly<Record<string, readonly string[]>>;
/** Made by `native/names.py`. */
const NATIVE = JSON.parse(readFileSync(path.join(import.meta.dirname, 'native/names.json'), 'utf8')) as Names;
const DOC = path.join(import.meta.dirname, '../../docs/machine.md');
/** Private parts of CPython 3.13's library that are for other systems, or that 3.14 has no more. */
const FOREIGN = ['_aix_support', '_android_support', '_compression', '_ios_support', '_osx_support'];

let machine: Machine;
/** Module, or module and name: how it is here. */
let found: Readonly<Record<string, 'here' | 'brought' | 'refused' | 'absent'>>;

const PROGRAM = `
import importlib, json, sys
def f(native):
    found = {}
    for name in native["modules"]:
        try:
            module = importlib.import_module(name)
            brought = getattr(getattr(module, "__spec__", None), "loader", 0) is None and hasattr(module, "__file__")
            found[name] = "brought" if brought else "here"
        except ModuleNotFoundError as error:
            found[name] = "refused" if "not part of this machine" in str(error) else "absent"
    for name in ("os", "signal", "errno", "time"):
        module = importlib.import_module(name)
        for attribute in native[name]:
            thing = getattr(module, attribute, found)
            refused = (getattr(thing, "__doc__", None) or "").endswith(": not part of this machine.")
            found[f"{name}.{attribute}"] = "absent" if thing is found else "refused" if refused else "here"
    print(json.dumps(found))
`;

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
  const { exit } = machine.run(
    request(PROGRAM, { args: [{ value: NATIVE as never }], mode: null }),
    startingWorld(machine, null),
  );
  expect(exit.status).toMatchObject({ kind: 'returned' });
  found = JSON.parse(exit.stdout) as typeof found;
}, 240_000);

const those = (how: string, pick: (name: string) => boolean): string[] =>
  Object.keys(found).filter((name) => found[name] === how && pick(name));
const isModule = (name: string): boolean => !name.includes('.');

describe('what native CPython has on Linux', () => {
  it('is here or is refused by name', () => {
    expect(those('absent', (name) => !FOREIGN.includes(name))).toEqual([]);
  });

  it('is written down in docs/machine.md', async () => {
    await expect(documentOf()).toMatchFileSnapshot(DOC);
  });
});

function documentOf(): string {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const refusedOf = (module: string): string => list(those('refused', (name) => name.startsWith(`${module}.`)));
  const here = those('here', isModule).length + those('brought', isModule).length;
  return `${INTRODUCTION}
## Modules

Of the ${NATIVE['modules']?.length} modules that CPython 3.13 can import on Linux, ${here} can be imported here. ${list(those('brought', isModule))} are missing from this
build of CPython and brought by the machine. Refused by name are ${list(those('refused', isModule))}, with everything below
them; also ${list(['concurrent.interpreters', 'dbm.gnu', 'dbm.ndbm', 'multiprocessing.shared_memory'])}, and \`multiprocessing\` once a
process, a lock or a queue is made. A module of the library that only looks whether another is there is not refused.

## Names

Every public name of \`os\`, \`signal\`, \`errno\` and \`time\` exists. Refused when called:

- \`os\`: ${refusedOf('os')}
- \`signal\`: ${refusedOf('signal')}

${REST}`;
}

const INTRODUCTION = `<!-- Made by src/machine/machine-table.test.ts: npx vitest run machine-table -u -->

# The machine: what it has, what it refuses

A solution runs as root's only process on a plain Linux machine, as in a container. What Linux has and this machine has not is
refused by name: the call raises, and the verdict says _not judged_ and what was touched, whether the code caught the error or not,
in a clean run, a crashed run, a re-run or at import. A package that is not in Python's library is missing here as it would be
on any machine where it was not installed: code that needs it _does not work_.
`;

const REST = `## Instead of the real thing

- **Threads, other processes, the network**: refused where one is started or opened (\`threading.Thread.start\`, \`subprocess\`, \`os.fork\`,
  \`socket.socket\`, \`urllib.request\`). To import the modules, or to use locks and events, is none of these.
- **Errors** have Linux's numbers, texts and classes. Exception: an \`OSError\` that code makes by hand of a number and exactly the text
  that WASI has for that number, such as \`OSError(2, "Permission denied")\`, is taken for one of C code's.
- **Signals**: handlers are remembered and none ever comes from outside. What a process sends itself arrives, or ends it as Linux does
  (the exit code is the shell's, 128 and the number). \`signal.alarm\` and timers go off while the process sleeps, which is how its
  time passes. \`os.kill(pid, 0)\` knows the process itself and those that started it.
- **Files**: hard links, locks between open files (\`fcntl.flock\`), \`posix_fallocate\`, \`sendfile\`, \`copy_file_range\`. To wait for a lock that
  the process itself holds never ends: _timed out_. Owners are root; nothing has extended attributes.
- **Other folders** (\`/etc\`, \`/home\`, \`/var\` …) can be looked into and are empty. To change something outside the working folder and \`/tmp\`,
  to look into \`/proc\` or \`/sys\`, or to read \`/etc/passwd\` and its like is refused.
- **Users** (\`pwd\`, \`grp\`): root, daemon, www-data, nobody. **Limits** (\`resource\`) are remembered and not enforced. What \`syslog\` is given
  is swallowed.
- **dbm and shelve**: \`dbm.sqlite3\`, as CPython has it since 3.13, and \`dbm.dumb\`.
- **What needs OpenSSL**: \`hashlib.pbkdf2_hmac\` is here; \`hashlib.scrypt\` and hashes such as ripemd160 are refused, and so are
  extensions of SQLite.
- **Time zones**: those of tzdata 2026.4, at \`/usr/share/zoneinfo\`. Local time is UTC. Time passes when it is looked at and when
  the process sleeps.
- **Numbers that differ**: \`sys.maxsize\` is that of a 32-bit build, memory pages have 65,536 bytes, there is one processor.
`;
