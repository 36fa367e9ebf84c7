// A CodeMirror editor for SQL in the look of the code's own editor. No state of the page.
import { indentWithTab } from '@codemirror/commands';
import { SQLite, sql } from '@codemirror/lang-sql';
import { syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { colours, look } from '../code/editor.ts';

/** Small until it is filled: it is one field among others. */
const size = EditorView.theme({ '.cm-scroller': { minHeight: '5rem', maxHeight: '22rem' } });

/** What may change while the editor stands. */
export interface SqlFieldState {
  readonly label: string;
  /** Ids, as in `aria-describedby`. */
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
}

export interface SqlField {
  readonly view: EditorView;
  readonly update: (state: SqlFieldState) => void;
}

export function createSqlField(
  parent: HTMLElement,
  text: string,
  hint: string,
  state: SqlFieldState,
  onChange: (text: string) => void,
): SqlField {
  const changing = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // Ctrl+Enter is the page's: keep the editor's own binding (a blank line) from taking it.
        keymap.of([{ key: 'Mod-Enter', run: () => true }, indentWithTab]),
        basicSetup,
        sql({ dialect: SQLite }),
        syntaxHighlighting(colours),
        size,
        look,
        EditorView.lineWrapping,
        placeholder(hint),
        changing.of(extensionsOf(state)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return { view, update: (next) => view.dispatch({ effects: changing.reconfigure(extensionsOf(next)) }) };
}

function extensionsOf({ label, describedBy, invalid, readOnly }: SqlFieldState): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(invalid),
      'aria-readonly': String(readOnly),
    }),
  ];
}
