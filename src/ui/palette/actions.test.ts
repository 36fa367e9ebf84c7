import { expect, test, vi } from 'vitest';
import { actionFor, actionsOf, type PageActions } from './actions.ts';

const page = (changes: Partial<PageActions> = {}): PageActions => ({
  busy: false,
  modified: false,
  dark: false,
  peeking: false,
  hasVerdict: true,
  tasks: [{ id: 'refund-an-order', title: 'Refund an order' }],
  run: vi.fn(),
  stop: vi.fn(),
  reset: vi.fn(),
  fork: vi.fn(),
  share: vi.fn(),
  toggleTheme: vi.fn(),
  openSheet: vi.fn(),
  openStart: vi.fn(),
  focusEditor: vi.fn(),
  focusVerdict: vi.fn(),
  selectTask: vi.fn(),
  ...changes,
});

const press = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as KeyboardEvent;

const idFor = (event: KeyboardEvent, typing = false, changes: Partial<PageActions> = {}): string | null => {
  const found = actionFor(event, typing, actionsOf(page(changes)));
  return found === null || found === 'palette' ? found : found.id;
};

test('keys ask for what the sheet says', () => {
  expect(idFor(press('Enter', { ctrlKey: true }))).toBe('run');
  expect(idFor(press('Enter', { metaKey: true }))).toBe('run');
  expect(idFor(press('k', { ctrlKey: true }))).toBe('palette');
  expect(idFor(press('?', { shiftKey: true }))).toBe('sheet');
  expect(idFor(press('s', { altKey: true, code: 'KeyS' }))).toBe('share');
  expect(idFor(press('ß', { altKey: true, code: 'KeyS' }))).toBe('share');
});

test('a question mark that is typed into a text stays there', () => {
  expect(idFor(press('?'), true)).toBeNull();
});

test('what makes no sense now is not done', () => {
  expect(idFor(press('Escape'))).toBeNull();
  expect(idFor(press('Escape'), true, { busy: true })).toBe('stop');
  expect(idFor(press('Enter', { ctrlKey: true }), true, { busy: true })).toBeNull();
  expect(idFor(press('2', { altKey: true, code: 'Digit2' }), false, { hasVerdict: false })).toBeNull();
});

test('every task can be chosen by name, and no two actions share a key', () => {
  const parts = page();
  const actions = actionsOf(parts);
  actions.find(({ id }) => id === 'task/refund-an-order')?.run();
  expect(parts.selectTask).toHaveBeenCalledWith('refund-an-order');
  const keys = actions.flatMap(({ keys }) => keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
