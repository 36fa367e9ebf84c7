// The CodeMirror editor as one object: its extensions, its colours and its marked line. No state of the page.
import { indentWithTab } from '@codemirror/commands';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { python } from '@codemirror/lang-python';
import { Compartment, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

/** Line of the chosen crash point, from 1; null marks none. */
const markLine = StateEffect.define<number | null>();

const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(markLine)) continue;
      const line = effect.value;
      const known = line !== null && line >= 1 && line <= transaction.state.doc.lines;
      now = known
        ? Decoration.set(Decoration.line({ class: 'cm-crash-line' }).range(transaction.state.doc.line(line).from))
        : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.self], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--unsafe)' },
]);

export const look = EditorView.theme({
  '&': { backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: 'var(--small)' },
  // The frame around it shows the focus: the gutter would cover an outline here.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '18rem', maxHeight: '36rem' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--wash)' },
  '.cm-line.cm-crash-line, &.cm-focused .cm-line.cm-crash-line': {
    backgroundColor: 'var(--unknown-wash)',
    boxShadow: 'inset 3px 0 0 var(--ink)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--wash)', borderColor: 'var(--line)', color: 'var(--muted)' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--wash)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--paper)' },
  '.cm-placeholder': { color: 'var(--muted)', whiteSpace: 'pre-wrap' },
});

const access = new Compartment();

/** A text that cannot be changed is still reached by keyboard, selected and copied. */
function accessOf(readonly: boolean): Extension {
  return [EditorState.readOnly.of(readonly), EditorView.contentAttributes.of({ 'aria-readonly': String(readonly) })];
}

export interface EditorParts {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly readonly: boolean;
  readonly label: string;
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
  readonly more: Extension;
}

export function createEditor({ parent, text, readonly, label, describedBy, onChange, more }: EditorParts): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // Ctrl+Enter is the page's: keep the editor's own binding (a blank line) from taking it.
        keymap.of([{ key: 'Mod-Enter', run: () => true }, indentWithTab]),
        basicSetup,
        python(),
        indentUnit.of('    '),
        syntaxHighlighting(colours),
        look,
        markedLine,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-describedby': describedBy }),
        access.of(accessOf(readonly)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        more,
      ],
    }),
  });
}

/** Replaces the whole text as one step of the undo history. Does nothing where it is the same already. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.replace' });
}

export function setReadonly(view: EditorView, readonly: boolean): void {
  view.dispatch({ effects: access.reconfigure(accessOf(readonly)) });
}

export function showMark(view: EditorView, line: number | null): void {
  view.dispatch({ effects: markLine.of(line) });
}

/** Puts the cursor on a line, shows it and takes the focus. */
export function goTo(view: EditorView, line: number): void {
  const { doc } = view.state;
  const target = doc.line(Math.min(Math.max(line, 1), doc.lines));
  view.dispatch({
    selection: { anchor: target.from },
    effects: EditorView.scrollIntoView(target.from, { y: 'center' }),
  });
  view.focus();
}
