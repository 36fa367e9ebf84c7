// Marks of crash points in the editor's gutter, their stories on hover, and F8 from mark to mark. What a mark says and
// which cell it opens is handed in; the text it belongs to is the editor's.
import { type EditorState, type Extension, Prec, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, gutter, GutterMarker, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { mount, unmount } from 'svelte';
import type { LineMark } from '../../state/line-marks.ts';
import Mark from '../parts/Mark.svelte';
import { cellShape, cellTone } from '../words.ts';
import LineStory from './LineStory.svelte';
import { spoken, storyOf } from './story.ts';

/** `several`: whether the code was tested in more than one mode. */
export interface ShownMarks {
  readonly marks: readonly LineMark[];
  readonly several: boolean;
}

const setMarks = StateEffect.define<ShownMarks>();
/** The mark whose story is shown; null hides it. */
const tell = StateEffect.define<LineMark | null>();

class LineMarker extends GutterMarker {
  readonly #mark: LineMark;
  readonly #drawn = new WeakMap<Node, ReturnType<typeof mount>>();

  constructor(mark: LineMark) {
    super();
    this.#mark = mark;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof LineMarker && other.#mark === this.#mark;
  }

  override toDOM(): Node {
    const { cell } = this.#mark.cells[0];
    const place = document.createElement('span');
    place.className = `cm-line-mark tone-${cellTone(cell)}`;
    this.#drawn.set(place, mount(Mark, { target: place, props: { shape: cellShape(cell), size: '0.875rem' } }));
    return place;
  }

  override destroy(dom: Node): void {
    const drawn = this.#drawn.get(dom);
    if (drawn !== undefined) void unmount(drawn);
  }
}

/** Keeps the gutter as wide without marks as with them. */
class Spacer extends GutterMarker {
  override toDOM(): Node {
    const place = document.createElement('span');
    place.className = 'cm-line-mark';
    return place;
  }
}

interface Drawn extends ShownMarks {
  readonly set: RangeSet<GutterMarker>;
  readonly told: { readonly mark: LineMark; readonly tooltip: Tooltip } | null;
}

const NONE: Drawn = { marks: [], several: false, set: RangeSet.empty, told: null };

const drawn = StateField.define<Drawn>({
  create: () => NONE,
  update(value, transaction) {
    const { state } = transaction;
    // Stories are about the text that was run: an edit ends them at once.
    let now: Drawn = transaction.docChanged ? NONE : value;
    if (transaction.selection && now.told !== null) now = { ...now, told: null };
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) now = { ...effect.value, set: markersOf(effect.value.marks, state), told: null };
      else if (effect.is(tell)) now = { ...now, told: toldOf(effect.value, now, state) };
    }
    return now;
  },
  provide: (field) => showTooltip.from(field, ({ told }) => told?.tooltip ?? null),
});

function markersOf(marks: readonly LineMark[], { doc }: EditorState): RangeSet<GutterMarker> {
  const known = marks.filter(({ line }) => line <= doc.lines);
  return RangeSet.of(known.map((mark) => new LineMarker(mark).range(doc.line(mark.line).from)));
}

function toldOf(mark: LineMark | null, { told, several }: Drawn, { doc }: EditorState): Drawn['told'] {
  if (mark === null || mark.line > doc.lines) return null;
  if (told?.mark === mark) return told;
  const create = (view: EditorView): ReturnType<Tooltip['create']> => {
    const dom = document.createElement('div');
    dom.className = 'cm-line-story';
    dom.role = 'tooltip';
    dom.onmouseenter = () => hiding.get(view)?.stay();
    dom.onmouseleave = () => hiding.get(view)?.leave();
    const story = mount(LineStory, { target: dom, props: storyOf(mark, several) });
    return { dom, destroy: () => void unmount(story) };
  };
  return { mark, tooltip: { pos: doc.line(mark.line).from, create } };
}

const HIDE_AFTER_MS = 250;

/** A story stays while the pointer is on its way to it, and on it. */
class Hiding {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  stay(): void {
    clearTimeout(this.#timer);
  }

  leave(): void {
    this.stay();
    this.#timer = setTimeout(() => {
      if (this.#view.dom.isConnected) this.#view.dispatch({ effects: tell.of(null) });
    }, HIDE_AFTER_MS);
  }
}

const hiding = new WeakMap<EditorView, Hiding>();

function hidingOf(view: EditorView): Hiding {
  const known = hiding.get(view) ?? new Hiding(view);
  hiding.set(view, known);
  return known;
}

function markAt(view: EditorView, position: number): LineMark | null {
  const line = view.state.doc.lineAt(position).number;
  return view.state.field(drawn).marks.find((mark) => mark.line === line) ?? null;
}

/** `onchoose` is called with a mark that was clicked or walked to. */
export function lineMarkGutter(onchoose: (mark: LineMark) => void): Extension {
  /** To the next mark below the cursor, or above it; from the last one to the first. */
  const walk =
    (direction: 1 | -1) =>
    (view: EditorView): boolean => {
      const { marks, several } = view.state.field(drawn);
      const here = view.state.doc.lineAt(view.state.selection.main.head).number;
      const ahead = direction === 1 ? marks : [...marks].reverse();
      const mark = ahead.find(({ line }) => (line - here) * direction > 0) ?? ahead[0];
      if (mark === undefined) return false;
      const { from } = view.state.doc.line(mark.line);
      view.dispatch({
        selection: { anchor: from },
        effects: [
          EditorView.scrollIntoView(from, { y: 'center' }),
          tell.of(mark),
          EditorView.announce.of(spoken(storyOf(mark, several))),
        ],
      });
      onchoose(mark);
      return true;
    };
  const hide = (view: EditorView): boolean => {
    if (view.state.field(drawn).told === null) return false;
    view.dispatch({ effects: tell.of(null) });
    return true;
  };
  return [
    drawn,
    Prec.high([
      keymap.of([
        { key: 'F8', run: walk(1), shift: walk(-1) },
        { key: 'Escape', run: hide },
      ]),
      gutter({
        class: 'cm-line-marks',
        markers: (view) => view.state.field(drawn).set,
        initialSpacer: () => new Spacer(),
        domEventHandlers: {
          mouseover(view, { from }) {
            const mark = markAt(view, from);
            if (mark === null) hidingOf(view).leave();
            else {
              hidingOf(view).stay();
              view.dispatch({ effects: tell.of(mark) });
            }
            return false;
          },
          mouseout(view) {
            hidingOf(view).leave();
            return false;
          },
          click(view, { from }) {
            const mark = markAt(view, from);
            if (mark === null) return false;
            hidingOf(view).stay();
            view.dispatch({ effects: tell.of(mark) });
            onchoose(mark);
            return true;
          },
        },
      }),
    ]),
    EditorView.domEventHandlers({
      blur(_event, view) {
        if (view.state.field(drawn).told !== null) hidingOf(view).leave();
      },
    }),
    look,
  ];
}

export function showLineMarks(view: EditorView, shown: ShownMarks): void {
  view.dispatch({ effects: setMarks.of(shown) });
}

const look = EditorView.baseTheme({
  '.cm-line-marks': { minWidth: '1.375rem' },
  '.cm-line-marks .cm-gutterElement': { display: 'flex', justifyContent: 'center', alignItems: 'flex-start' },
  '.cm-line-mark': { display: 'flex', alignItems: 'center', width: '0.875rem', height: '1.6em', color: 'var(--tone)' },
  '.cm-line-marks .cm-gutterElement:has(.cm-line-mark)': { cursor: 'pointer' },
  '.cm-tooltip.cm-line-story': {
    maxWidth: 'min(26rem, calc(100vw - 3.5rem))',
    padding: '0.5rem 0.75rem',
    border: '1px solid var(--edge)',
    borderRadius: '4px',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--small)',
    lineHeight: '1.45',
  },
});
