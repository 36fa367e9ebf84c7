// What somebody would try who got at JavaScript in the sealed process. Tells the parent how each attempt ended.
import { writeFileSync, readFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { spawnSync, fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import net from 'node:net';
import dns from 'node:dns';
import { freezeIntrinsics } from '../../machine/intrinsics.ts';
import { shutDoors } from './doors.ts';

shutDoors();
freezeIntrinsics();
const place = process.argv[2] ?? '';
const outer = globalThis as Record<string, unknown>;

const attempts: Record<string, () => unknown> = {
  'write a file': () => writeFileSync(place, 'x'),
  'write beside itself': () => writeFileSync(`${process.argv[1]}.x`, 'x'),
  'make a folder': () => mkdirSync(`${place}.d`),
  'link a file': () => symlinkSync('/etc/passwd', place),
  'read a file': () => readFileSync('/etc/passwd'),
  'read a folder': () => readdirSync('/'),
  'read the environment': () => (Object.keys(process.env).length > 0 ? 'there' : refuse()),
  'start a process': () => spawnSync('/bin/sh', ['-c', `echo x > ${place}`]).error ?? refuse(),
  'fork a process': () => fork(process.argv[1] ?? ''),
  'start a worker': () => new Worker('process.exit()', { eval: true }),
  'evaluate a text': () => (0, eval)('1'),
  'make a function of a text': () => new Function('return 1')(),
  'make a function of a text by a constructor': () =>
    (attempts['read a file'] as () => unknown).constructor('return 1')(),
  'load a native module': () => process.dlopen({ exports: {} } as NodeJS.Module, '/lib/x.node'),
  'look for another way into Node': () => (process as unknown as { binding(name: string): unknown }).binding('fs'),
  connect: () => net.connect(9, '127.0.0.1'),
  listen: () => net.createServer().listen(0),
  'look up a name': () => dns.lookup('localhost', () => undefined),
  fetch: () => (typeof outer['fetch'] === 'function' ? 'there' : refuse()),
  'change a prototype': () => {
    (Array.prototype as unknown as { some: unknown }).some = Array.prototype.forEach;
  },
  'change all objects': () => {
    (Object.prototype as Record<string, unknown>)['polluted'] = 1;
  },
  'change a global': () => {
    outer['JSON'] = {};
  },
  'define a getter': () => Object.defineProperty(String.prototype, 'length2', { get: () => 1 }),
};

function refuse(): never {
  throw new Error('refused');
}

const results: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const value = attempt();
    results[name] = value instanceof Error ? `refused: ${value.message}` : `done: ${String(value).slice(0, 80)}`;
  } catch (error) {
    results[name] = `refused: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`;
  }
}
console.log(JSON.stringify(results));
process.exit(0);
