// A copy of a world is never written to, whatever happens to any disk afterwards: random sequences of copies, loads,
// settles, writes, renames and links on several worlds, then every digest is taken again from the bytes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorldCopy } from '../engine/ports.ts';
import type { DiskNode, FileNode } from './disk.ts';
import { CHUNK_BYTES } from './disk.ts';
import { digestAnew, World, worldStore } from './world.ts';

const SEED = 20_260_115;
const WORLDS = 3;
/** `b` is known as a database in every world. */
const NAMES = ['a', 'b', 'c'] as const;

const name = fc.constantFrom(...NAMES);
const which = fc.nat(WORLDS - 1);
const at = fc.nat(3 * CHUNK_BYTES);
const copy = fc.nat(20);

type Step =
  | { readonly do: 'write'; readonly world: number; readonly name: string; readonly at: number; readonly byte: number }
  | { readonly do: 'truncate'; readonly world: number; readonly name: string; readonly at: number }
  | { readonly do: 'rename' | 'link'; readonly world: number; readonly name: string; readonly to: string }
  | { readonly do: 'remove'; readonly world: number; readonly name: string }
  | { readonly do: 'copy'; readonly world: number }
  | { readonly do: 'load'; readonly world: number; readonly copy: number }
  | { readonly do: 'settle'; readonly copy: number; readonly byte: number }
  | { readonly do: 'read'; readonly copy: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('write' as const), world: which, name, at, byte: fc.nat(255) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('truncate' as const), world: which, name, at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('rename' as const, 'link' as const), world: which, name, to: name }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), world: which, name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('copy' as const), world: which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('load' as const), world: which, copy }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), copy, byte: fc.nat(255) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), copy }) },
);

/** Worlds, and every copy that was taken of them with its digest at that time. */
class Rehearsal {
  readonly worlds = Array.from({ length: WORLDS }, () => new World());
  readonly held: { readonly copy: WorldCopy; readonly digest: string }[] = [];
  #nowMs = 0;

  constructor() {
    for (const world of this.worlds) world.openedBySqlite('b');
    this.#hold(this.worlds[0] as World);
  }

  take(step: Step): void {
    this.#nowMs++;
    switch (step.do) {
      case 'copy':
        return this.#hold(this.#world(step.world));
      case 'load':
        return this.#world(step.world).load(this.#copy(step.copy));
      case 'settle':
        return this.#settle(this.#copy(step.copy), step.byte);
      case 'read':
        this.#copy(step.copy).data();
        return;
      default:
        return this.#change(this.#world(step.world), step);
    }
  }

  #change(world: World, step: Extract<Step, { readonly world: number; readonly name: string }>): void {
    const { disk } = world;
    const { root } = disk;
    const found = root.entries.get(step.name);
    if (step.do === 'write') {
      const file = isFile(found) ? found : disk.createFile(root, step.name, 0o666, this.#nowMs);
      disk.write(file, new Uint8Array(CHUNK_BYTES / 2).fill(step.byte), step.at, this.#nowMs);
    } else if (!isFile(found)) {
      return;
    } else if (step.do === 'truncate') disk.truncate(found, step.at, this.#nowMs);
    else if (step.do === 'remove') disk.remove(root, step.name, this.#nowMs);
    else if (step.name === step.to || root.entries.get(step.to) === found) return;
    else if (step.do === 'rename') disk.move(root, step.name, root, step.to, this.#nowMs);
    else {
      if (root.entries.has(step.to)) disk.remove(root, step.to, this.#nowMs);
      disk.link(found, root, step.to, this.#nowMs);
    }
  }

  #settle(copy: WorldCopy, byte: number): void {
    const isThere = copy.data().files.some(({ path }) => path === 'b');
    if (isThere)
      this.#keep(worldStore.withDatabases(copy, new Map([['b', new Uint8Array(CHUNK_BYTES + 1).fill(byte)]])));
  }

  #hold(world: World): void {
    this.#keep(world.copy());
  }

  #keep(copy: WorldCopy): void {
    this.held.push({ copy, digest: copy.digest });
  }

  #world(index: number): World {
    return this.worlds[index] as World;
  }

  #copy(index: number): WorldCopy {
    return (this.held[index % this.held.length] as Rehearsal['held'][number]).copy;
  }
}

const isFile = (node: DiskNode | undefined): node is FileNode => node?.kind === 'file';

it('no copy changes, whatever is done to any world', () => {
  let copies = 0;
  const property = fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
    const rehearsal = new Rehearsal();
    for (const one of steps) rehearsal.take(one);
    for (const { copy: held, digest } of rehearsal.held) {
      expect(digestAnew(held)).toBe(digest);
      copies++;
    }
  });
  fc.assert(property, { seed: SEED, numRuns: 500 });
  expect(copies).toBeGreaterThan(2000);
});
