// The page's side of its service worker, against a browser of a few lines: what is told, and that nothing reloads unasked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ContainerOfSite, type Kept, Keeper, type RegistrationOfSite, type WorkerOfSite } from './keeper.ts';
import { TAKE_OVER } from './words.ts';

class Listened {
  readonly #listeners: (() => void)[] = [];
  addEventListener(_type: string, listener: () => void): void {
    this.#listeners.push(listener);
  }
  fire(): void {
    this.#listeners.forEach((listener) => listener());
  }
}

class FakeWorker extends Listened implements WorkerOfSite {
  state: ServiceWorkerState = 'installing';
  readonly heard: string[] = [];
  postMessage(word: string): void {
    this.heard.push(word);
  }
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.fire();
  }
}

class FakeRegistration extends Listened implements RegistrationOfSite {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  readonly update = vi.fn(async () => undefined);

  /** A version is found and kept, or not. */
  bring(worker: FakeWorker): void {
    this.installing = worker;
    this.fire();
  }
}

class FakeContainer extends Listened implements ContainerOfSite {
  controller: object | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(async () => this.registration);
}

let container: FakeContainer;
let told: Kept[];
const reload = vi.fn();
const last = (): Kept | undefined => told.at(-1);
const keeper = (): Keeper => new Keeper(container, reload, (kept) => told.push(kept));

beforeEach(() => {
  vi.useFakeTimers();
  container = new FakeContainer();
  told = [];
  reload.mockClear();
});
afterEach(() => vi.useRealTimers());

/** A page that is kept already, and under its service worker. */
async function later(): Promise<Keeper> {
  container.registration.active = new FakeWorker();
  container.controller = container.registration.active;
  const one = keeper();
  await one.keep('sw.js');
  return one;
}

function bringNewer(): FakeWorker {
  const newer = new FakeWorker();
  container.registration.bring(newer);
  container.registration.waiting = newer;
  newer.become('installed');
  return newer;
}

test('a first visit is kept, and nothing newer is told of', async () => {
  const first = new FakeWorker();
  container.registration.installing = first;
  await keeper().keep('sw.js');
  expect(last()).toEqual({ state: 'keeping', newer: 'none' });
  first.become('installed');
  container.registration.active = first;
  // It takes the page.
  container.fire();
  first.become('activated');
  expect(last()).toEqual({ state: 'kept', newer: 'none' });
  expect(reload).not.toHaveBeenCalled();
});

test('a first visit that cannot be kept is told', async () => {
  const first = new FakeWorker();
  container.registration.installing = first;
  await keeper().keep('sw.js');
  first.become('redundant');
  expect(last()?.state).toBe('failed');
});

test('a browser that refuses, with an error or without a word, costs nothing', async () => {
  container.register.mockRejectedValueOnce(new DOMException('denied', 'SecurityError'));
  await keeper().keep('sw.js');
  expect(last()?.state).toBe('failed');
  told = [];
  container.register.mockResolvedValueOnce(undefined as unknown as FakeRegistration);
  await keeper().keep('sw.js');
  await new Keeper(null, reload, (kept) => told.push(kept)).keep('sw.js');
  expect(told).toEqual([]);
});

test('a newer version waits, and begins only when it is asked for', async () => {
  const one = await later();
  const newer = bringNewer();
  expect(last()).toEqual({ state: 'kept', newer: 'waits' });
  vi.advanceTimersByTime(3_600_000);
  expect([newer.heard, reload.mock.calls]).toEqual([[], []]);
  one.take();
  expect(newer.heard).toEqual([TAKE_OVER]);
  expect(reload).not.toHaveBeenCalled();
  container.fire();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a newer version that does not begin keeps nobody waiting', async () => {
  const one = await later();
  bringNewer();
  one.take();
  vi.advanceTimersByTime(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a newer version that another tab has asked for is told, and reloads nothing', async () => {
  const one = await later();
  container.fire();
  expect(last()?.newer).toBe('began');
  expect(reload).not.toHaveBeenCalled();
  one.take();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('one that waits since an earlier visit is told at once', async () => {
  container.registration.waiting = new FakeWorker();
  await later();
  expect(last()).toEqual({ state: 'kept', newer: 'waits' });
});

test('a newer version that cannot be kept leaves the older one in its place', async () => {
  await later();
  const newer = new FakeWorker();
  container.registration.bring(newer);
  newer.become('redundant');
  expect(last()).toEqual({ state: 'kept', newer: 'none' });
});

test('an open page looks for a newer version once an hour at most', async () => {
  const one = await later();
  const { update } = container.registration;
  one.look();
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_600_000);
  one.look();
  one.look();
  expect(update).toHaveBeenCalledTimes(1);
});
