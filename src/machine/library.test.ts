// Modules that this build of CPython lacks and this machine brings: users, limits, the log, dbm and shelve, time zones.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine, ProcessRecord } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: Machine;
const run = (imports: string, ...lines: string[]): ProcessRecord =>
  machine.run(
    request(`import ${imports}\ndef f(*args):\n${lines.map((l) => `    ${l}\n`).join('')}`, { mode: null }),
    startingWorld(machine, null),
  );
const printed = (imports: string, ...lines: string[]): string[] => {
  const { exit } = run(imports, ...lines);
  expect(exit).toMatchObject({ refusals: [], status: { kind: 'returned' } });
  return exit.stdout.split('\n').slice(0, -1);
};

// Source: CPython 3.13 with OpenSSL 3.
const PBKDF2_SHA256 = 'ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43';
const PBKDF2_SHA1 = '6b4e26125c25cf21ae35ead955f479ea2e71f6ff9e400029f04810eece31';

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
}, 120_000);

describe('the users of a plain machine', () => {
  it('are root and a few that own nothing', () => {
    expect(
      printed(
        'getpass, grp, os, pathlib, pwd, shutil, tarfile',
        'print(pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name, getpass.getuser())',
        'print(pathlib.Path(".").owner(), pathlib.Path(".").group(), pwd.getpwnam("nobody").pw_uid)',
        'shutil.chown(".", "root", "root")',
        'for look in (lambda: pwd.getpwuid(7), lambda: grp.getgrnam("x")):',
        '    try: look()',
        '    except KeyError as error: print(error.args[0])',
      ),
    ).toEqual(['root root root', 'root root 65534', 'getpwuid(): uid not found: 7', "getgrnam(): name not found: 'x'"]);
  });
});

it('limits are remembered, and the log takes what it is given', () => {
  expect(
    printed(
      'resource, syslog',
      'resource.setrlimit(resource.RLIMIT_NOFILE, (512, 1024))',
      'print(resource.getrlimit(resource.RLIMIT_NOFILE), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0)',
      'syslog.openlog("job", syslog.LOG_PID, syslog.LOG_DAEMON); syslog.syslog(syslog.LOG_ERR, "late"); syslog.closelog()',
    ),
  ).toEqual(['(512, 1024) True']);
});

describe('a shelf', () => {
  it('is a database of SQLite, whose statements are the write points', () => {
    const record = run(
      'shelve',
      'with shelve.open("bank") as s: s["a"] = 1',
      'with shelve.open("bank") as s: print(dict(s))',
    );
    expect(record.exit.stdout).toBe("{'a': 1}\n");
    expect(record.points.map(({ text }) => text.split(' ')[0])).toContain('REPLACE');
    expect(record.world.data().databases).toContain('bank');
  });

  it('can be of the plain kind, whose files are', () => {
    const record = run('dbm.dumb', 'with dbm.dumb.open("d") as d: d[b"x"] = b"y"', 'print(dbm.whichdb("d"))');
    expect(record.exit.stdout).toBe('dbm.dumb\n');
    expect(record.points.map(({ kind }) => kind)).toContain('write');
  });

  it('of a kind that is not here is refused by name', () => {
    expect(run('dbm', 'import dbm.gnu').exit.refusals).toEqual([{ kind: 'part', name: 'dbm.gnu' }]);
  });
});

describe('time zones', () => {
  it('are known by name', () => {
    expect(
      printed(
        'datetime, zoneinfo',
        'for month in (1, 7):',
        '    local = datetime.datetime(2024, month, 1, 9, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))',
        '    print(local.tzname(), local.astimezone(datetime.timezone.utc).hour)',
        'print(len(zoneinfo.available_timezones()) > 500, zoneinfo.ZoneInfo("US/Eastern").utcoffset(local))',
        'try: zoneinfo.ZoneInfo("Europe/Nowhere")',
        'except zoneinfo.ZoneInfoNotFoundError as error: print(error)',
      ),
    ).toEqual(['CET 8', 'CEST 7', 'True -1 day, 20:00:00', "'No time zone found with key Europe/Nowhere'"]);
  });

  it('are files that nobody changes', () => {
    const record = run(
      'os',
      'print(os.path.isfile("/usr/share/zoneinfo/UTC"))',
      'os.remove("/usr/share/zoneinfo/UTC")',
    );
    expect(record.exit).toMatchObject({ stdout: 'True\n', status: { errorType: 'PermissionError' } });
    expect(record.points).toEqual([]);
  });
});

it('a key is made of a password as OpenSSL does, and what only OpenSSL has is refused by name', () => {
  expect(
    printed(
      'hashlib',
      'print(hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 2).hex())',
      'print(hashlib.pbkdf2_hmac("sha1", b"password", b"salt", 3, 30).hex())',
    ),
  ).toEqual([PBKDF2_SHA256, PBKDF2_SHA1]);
  expect(run('hashlib', 'hashlib.scrypt(b"x", salt=b"y", n=2, r=1, p=1)').exit.refusals[0]?.name).toBe(
    'hashlib.scrypt',
  );
  expect(run('hashlib', 'hashlib.new("ripemd160")').exit.refusals[0]?.name).toBe('the hash ripemd160');
});

it('what asks other processes or the hardware natively does not do so here', () => {
  expect(
    printed(
      'platform, socket, uuid',
      'print(platform.processor() == "", platform.platform().startswith("Linux"), socket.gethostname())',
      'print(uuid.uuid1() != uuid.uuid1(), uuid.getnode() == uuid.getnode())',
    ),
  ).toEqual(['True True machine', 'True True']);
});
