// Everything the page can do, as named actions with their keys: one list for the keyboard, the command palette and the
// sheet of shortcuts. What an action does is handed in.

export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: 'Test' | 'Code' | 'Page' | 'Task';
  /** For a person, such as "Ctrl+Enter"; null where there is none. */
  readonly keys: string | null;
  /** False where it makes no sense now; it is left out of the palette then. */
  readonly enabled: boolean;
  readonly run: () => void;
}

/** What the page hands in. */
export interface PageActions {
  readonly busy: boolean;
  readonly modified: boolean;
  readonly dark: boolean;
  readonly peeking: boolean;
  readonly hasVerdict: boolean;
  readonly tasks: readonly { readonly id: string; readonly title: string }[];
  run(): void;
  stop(): void;
  reset(): void;
  fork(): void;
  share(): void;
  toggleTheme(): void;
  openSheet(): void;
  openStart(): void;
  focusEditor(): void;
  focusVerdict(): void;
  selectTask(id: string): void;
}

export const OPEN_PALETTE = { keys: 'Ctrl+K', title: 'Open the command palette' } as const;

export function actionsOf(page: PageActions): readonly Action[] {
  const action = (
    id: string,
    group: Action['group'],
    title: string,
    run: () => void,
    keys: string | null = null,
    enabled = true,
  ): Action => ({ id, group, title, keys, enabled, run });
  return [
    action('run', 'Test', 'Run the crash test', () => page.run(), 'Ctrl+Enter', !page.busy),
    action('stop', 'Test', 'Stop', () => page.stop(), 'Esc', page.busy),
    action('verdict', 'Test', 'Go to the verdict', () => page.focusVerdict(), 'Alt+2', page.hasVerdict),
    action('editor', 'Code', 'Go to the editor', () => page.focusEditor(), 'Alt+1'),
    action('reset', 'Code', 'Undo every edit since the code came', () => page.reset(), null, page.modified),
    action('fork', 'Code', 'Make this code my draft', () => page.fork(), null, page.peeking),
    action('share', 'Page', 'Share', () => page.share(), 'Alt+S'),
    action(
      'theme',
      'Page',
      page.dark ? 'Use the light theme' : 'Use the dark theme',
      () => page.toggleTheme(),
      'Alt+T',
    ),
    action('start', 'Page', 'Show the opening example', () => page.openStart()),
    action('sheet', 'Page', 'Show the keyboard shortcuts', () => page.openSheet(), '?'),
    ...page.tasks.map(({ id, title }) => action(`task/${id}`, 'Task', title, () => page.selectTask(id))),
  ];
}

/** The action that a key press asks for; null where it is none of the page's. `typing`: a text has the focus. */
export function actionFor(
  event: KeyboardEvent,
  typing: boolean,
  actions: readonly Action[],
): Action | 'palette' | null {
  const control = event.ctrlKey || event.metaKey;
  const wanted = ((): string | null => {
    if (control && !event.altKey && event.key === 'Enter') return 'run';
    if (event.key === 'Escape' && !control && !event.altKey) return 'stop';
    if (control && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette';
    if (event.altKey && !control)
      return { Digit1: 'editor', Digit2: 'verdict', KeyS: 'share', KeyT: 'theme' }[event.code] ?? null;
    if (event.key === '?' && !control && !typing) return 'sheet';
    return null;
  })();
  if (wanted === 'palette') return wanted;
  return actions.find(({ id, enabled }) => enabled && id === wanted) ?? null;
}
