// Signals in a process, and its local time: what a worker does every day, as on Linux.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine, ProcessRecord } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: Machine;
const zone = process.env['TZ'];
const run = (lines: readonly string[]): ProcessRecord =>
  machine.run(
    request(`import os, signal, time\ndef f(conn, notifier, cache):\n${lines.map((l) => `    ${l}\n`).join('')}`),
    startingWorld(machine),
  );
const printed = (...lines: string[]): string[] => run(lines).exit.stdout.split('\n').slice(0, -1);

beforeAll(async () => {
  process.env['TZ'] = 'Asia/Tokyo';
  ({ machine } = await bootNodeMachine());
}, 120_000);
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('a signal', () => {
  it('has a handler that is remembered, and called where the process sends the signal itself', () => {
    expect(
      printed(
        'old = signal.signal(signal.SIGTERM, lambda number, frame: print("got", number))',
        'os.kill(os.getpid(), signal.SIGTERM)',
        'print(old == signal.SIG_DFL, signal.getsignal(15) is not old)',
        'signal.signal(signal.SIGTERM, signal.SIG_IGN)',
        'signal.raise_signal(signal.SIGTERM)',
        'signal.signal(signal.SIGTERM, old)',
        'print(signal.getsignal(15) == signal.SIG_DFL)',
      ),
    ).toEqual(['got 15', 'True True', 'True']);
  });

  it('ends the process at once where nothing handles it', () => {
    const { exit, points } = run(['try: os.kill(os.getpid(), signal.SIGTERM)', 'finally: open("late", "w")']);
    expect(exit.status).toEqual({ kind: 'exited', code: '143', abrupt: true });
    expect(points).toEqual([]);
  });

  it('of Ctrl+C is KeyboardInterrupt', () => {
    expect(printed('try: os.kill(os.getpid(), 2)', 'except KeyboardInterrupt: print("stop")')).toEqual(['stop']);
  });

  it('0 says whether a process is there', () => {
    expect(
      printed(
        'print(os.kill(os.getpid(), 0), os.kill(1, 0))',
        'try: os.kill(os.getpid() - 1, 0)',
        'except ProcessLookupError as error: print(error)',
      ),
    ).toEqual(['None None', '[Errno 3] No such process']);
  });

  it('cannot have a handler where Linux lets it have none', () => {
    expect(printed('try: signal.signal(signal.SIGKILL, print)', 'except OSError as error: print(error)')).toEqual([
      '[Errno 22] Invalid argument',
    ]);
  });

  it('of an alarm comes while the process sleeps past it', () => {
    expect(
      printed(
        'start = time.time()',
        'signal.signal(signal.SIGALRM, lambda *_: print("alarm", round(time.time() - start)))',
        'print(signal.alarm(30), signal.alarm(5))',
        'time.sleep(20)',
        'print(round(time.time() - start), signal.alarm(0))',
      ),
    ).toEqual(['0 30', 'alarm 5', '20 0']);
  });

  it('is taken by an event loop', () => {
    expect(
      printed(
        'import asyncio',
        'async def main():',
        '    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, print, "asked to stop")',
        '    os.kill(os.getpid(), signal.SIGTERM)',
        '    await asyncio.sleep(0)',
        'asyncio.run(main())',
      ),
    ).toEqual(['asked to stop']);
  });

  it('that stops a process, or goes to another one, is refused by name', () => {
    const refused = (line: string): string | undefined => run([line]).exit.refusals[0]?.name;
    expect(refused('os.kill(os.getpid(), signal.SIGSTOP)')).toBe('the signal SIGSTOP');
    expect(refused('os.kill(1, signal.SIGTERM)')).toBe('os.kill on another process');
    expect(refused('signal.pause()')).toBe('signal.pause');
    expect(refused('signal.signal(signal.SIGTERM, print)')).toBeUndefined();
  });
});

it('local time is UTC wherever the machine runs', () => {
  expect(
    printed(
      'print(time.strftime("%H:%M %Z", time.localtime(0)), time.mktime(time.gmtime(86400)), time.tzname)',
      `print(conn.execute("SELECT time(0, 'unixepoch', 'localtime')").fetchone())`,
    ),
  ).toEqual(["00:00 UTC 86400.0 ('UTC', 'UTC')", "('00:00:00',)"]);
});
