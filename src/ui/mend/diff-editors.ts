// The two codes of a comparison in read-only editors: side by side, or in one column. No state of the page.
import { python } from '@codemirror/lang-python';
import { syntaxHighlighting } from '@codemirror/language';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { colours } from '../code/editor.ts';
import { comparable, DIFF_CONFIG } from './diff-lines.ts';

const ADDED = 'color-mix(in srgb, var(--accent) 11%, var(--paper))';
const ADDED_TEXT = 'color-mix(in srgb, var(--accent) 21%, var(--paper))';
const REMOVED = 'var(--unknown-wash)';
const REMOVED_TEXT = 'color-mix(in srgb, var(--ink) 14%, var(--paper))';

/** Neither side is good or bad by being old or new: signs and washes, none of the colours of a verdict. */
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: 'var(--small)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.5rem 0' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--muted)', border: 'none' },
  '.cm-changeGutter': { width: '1.25rem', padding: '0', textAlign: 'center' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: REMOVED },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: ADDED },
  '&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText': { background: REMOVED_TEXT },
  '&.cm-merge-b .cm-changedText': { background: ADDED_TEXT },
  '&.cm-merge-a .cm-changedLineGutter, & .cm-deletedLineGutter': { background: REMOVED, color: 'var(--ink)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: ADDED, color: 'var(--ink)' },
  '&.cm-merge-a .cm-changedLineGutter::before, & .cm-deletedLineGutter::before': { content: '"−"' },
  '&.cm-merge-b .cm-changedLineGutter::before': { content: '"+"' },
  '.cm-collapsedLines': { background: 'var(--wash)', color: 'var(--muted)', fontFamily: 'var(--sans)' },
  // The signs that come with it are missing from common fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
});

export interface DiffParts {
  readonly parent: HTMLElement;
  readonly before: string;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string; readonly both: string };
  readonly isWide: boolean;
  /** False leaves out long stretches that are the same. */
  readonly showsAll: boolean;
}

/** Gives back how to take the editors away. */
export function createDiff({ parent, before, after, labels, isWide, showsAll }: DiffParts): () => void {
  const config = {
    diffConfig: DIFF_CONFIG,
    ...(showsAll ? {} : { collapseUnchanged: { margin: 3, minSize: 4 } }),
  };
  if (isWide) {
    const view = new MergeView({
      ...config,
      parent,
      a: { doc: comparable(before), extensions: reading(labels.before) },
      b: { doc: comparable(after), extensions: reading(labels.after) },
    });
    return () => view.destroy();
  }
  const unified = unifiedMergeView({ ...config, original: comparable(before), mergeControls: false });
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: comparable(after), extensions: [reading(labels.both), unified] }),
  });
  return () => view.destroy();
}

function reading(label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    lineNumbers(),
    python(),
    syntaxHighlighting(colours),
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
  ];
}
