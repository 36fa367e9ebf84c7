// The result card: a picture of 1200 × 630 with the verdict, its story, the line and a QR code of the link. Lays it out
// as a list of marks and texts; drawing them lives in `draw-card.ts`. Pure.
import { encode } from 'uqr';
import type { Verdict } from '../../model/verdict.ts';
import { verdictWord, type Tone } from '../words.ts';
import { fitLine, wrap } from './wrap.ts';

export const CARD = { width: 1200, height: 630 } as const;

export interface CardInput {
  readonly title: string;
  readonly verdict: Pick<
    Verdict,
    'status' | 'safety' | 'headline' | 'reason' | 'story' | 'engine' | 'rules' | 'digest'
  >;
  /** The code that the verdict is about. */
  readonly source: string;
  /** The whole link, or null where there is none. */
  readonly link: string | null;
}

export interface Font {
  /** Pixels. */
  readonly size: number;
  readonly weight: 400 | 600 | 700;
  readonly family: 'sans' | 'mono';
}

/** Width of a text in pixels. */
export type Measure = (text: string, font: Font) => number;

/** Places are pixels from the upper left corner; `y` of a text is its base line. */
export type Item =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly font: Font;
      readonly colour: string;
    }
  | { readonly kind: 'mark'; readonly x: number; readonly y: number; readonly size: number; readonly tone: Tone }
  | {
      readonly kind: 'qr';
      readonly x: number;
      readonly y: number;
      readonly module: number;
      readonly dark: readonly (readonly boolean[])[];
    };

/** The light theme's, whatever the page has: a card is printed and pasted on white. A test compares them. */
export const COLOURS = {
  paper: '#ffffff',
  wash: '#f5f6f5',
  ink: '#1a1d20',
  muted: '#555c63',
  line: '#d7dbde',
  unsafe: '#96291a',
  accident: '#774d00',
  design: '#07605b',
  unknown: '#555c63',
} as const;

export function toneColour(tone: Tone): string {
  return tone === 'aside' ? COLOURS.unknown : COLOURS[tone];
}

const LEFT = 72;
const RIGHT = 1200 - 56;
const GAP = 48;
const QR_BOTTOM = 534;
/** Fewer pixels a module and a telephone does not read it from a screen. */
const SMALLEST_MODULE = 3;
/** Side of the field for the code and the white around it, four modules on each side. */
const QR_FIELD = 348;
const QUIET = 4;
const LARGEST_QR = Math.floor(QR_FIELD / SMALLEST_MODULE) - 2 * QUIET;

const SANS = (size: number, weight: Font['weight'] = 400): Font => ({ size, weight, family: 'sans' });
const MONO: Font = { size: 22, weight: 400, family: 'mono' };

/** The modules of a QR code, true is dark; null where the link is too long to be read from a card. */
export function qrOf(link: string): readonly (readonly boolean[])[] | null {
  try {
    const { data, size } = encode(link, { ecc: 'L', boostEcc: true, border: 0 });
    return size > LARGEST_QR ? null : data;
  } catch {
    // Longer than any QR code.
    return null;
  }
}

export function layOutCard(input: CardInput, measure: Measure): readonly Item[] {
  const { word, tone } = verdictWord(input.verdict);
  const colour = toneColour(tone);
  const qr = input.link === null ? null : qrOf(input.link);
  const right = qr === null ? RIGHT : RIGHT - QR_FIELD - GAP;
  const text = (x: number, y: number, value: string, font: Font, ink: string = COLOURS.ink): Item => ({
    kind: 'text',
    x,
    y,
    text: value,
    font,
    colour: ink,
  });

  const items: Item[] = [
    { kind: 'box', x: 0, y: 0, ...CARD, colour: COLOURS.paper },
    { kind: 'box', x: 0, y: 0, width: 16, height: CARD.height, colour },
    text(LEFT, 88, fitLine(input.title, RIGHT - LEFT, SANS(30), measure), SANS(30), COLOURS.muted),
    { kind: 'mark', x: LEFT, y: 122, size: 64, tone },
    text(LEFT + 84, 178, word, SANS(68, 700), colour),
  ];

  const { font, step, lines } = storyLines(storyOf(input.verdict), right - LEFT, measure);
  lines.forEach((line, n) => items.push(text(LEFT, 252 + n * step, line, font)));

  const code = codeLine(input);
  if (code !== null) {
    const top = 252 + lines.length * step;
    const number = `${code.line}`;
    const start = LEFT + 24 + measure(`${number}  `, MONO);
    const parts = wrap(code.text, right - start - 16, MONO, measure, 2);
    const height = 28 + parts.length * 32;
    items.push(
      { kind: 'box', x: LEFT, y: top, width: right - LEFT, height, colour: COLOURS.wash },
      { kind: 'box', x: LEFT, y: top, width: 4, height, colour: COLOURS.ink },
      text(LEFT + 24, top + 38, number, MONO, COLOURS.muted),
      ...parts.map((part, n) => text(start, top + 38 + n * 32, part, MONO)),
    );
  }
  if (qr !== null) items.push(qrItem(qr));

  const { engine, rules, digest } = input.verdict;
  items.push(
    { kind: 'box', x: LEFT, y: 556, width: RIGHT - LEFT, height: 1, colour: COLOURS.line },
    text(LEFT, 594, 'By Accident', SANS(22, 700)),
    text(
      LEFT + measure('By Accident', SANS(22, 700)) + 24,
      594,
      `engine ${engine}, rules ${rules}, verdict ${digest.slice(0, 12)}`,
      SANS(20),
      COLOURS.muted,
    ),
  );
  return items;
}

/** The same in words, for who does not see the picture. */
export function cardDescription(input: CardInput): string {
  const code = codeLine(input);
  const line = code === null ? '' : ` Line ${code.line}: ${code.text}`;
  return `${verdictWord(input.verdict).word}. ${input.title}. ${storyOf(input.verdict)}${line}`;
}

function storyOf({ headline, story, reason }: CardInput['verdict']): string {
  return story?.sentence ?? reason?.sentence ?? headline;
}

/** A long story is written smaller, and cut only where that does not help. `step` is pixels from line to line. */
function storyLines(
  story: string,
  width: number,
  measure: Measure,
): { font: Font; step: number; lines: readonly string[] } {
  const large = { font: SANS(27), step: 38, lines: wrap(story, width, SANS(27), measure, 6) };
  if (large.lines.length <= 5) return large;
  return { font: SANS(22), step: 31, lines: wrap(story, width, SANS(22), measure, 6) };
}

/** The line before which the story's crash happened. */
function codeLine({ verdict, source }: CardInput): { readonly line: number; readonly text: string } | null {
  const line = verdict.story?.line ?? null;
  const text = line === null ? undefined : source.split(/\r\n|\r|\n/)[line - 1]?.trim();
  return line === null || text === undefined || text === '' ? null : { line, text };
}

function qrItem(dark: readonly (readonly boolean[])[]): Item {
  const module = Math.floor(QR_FIELD / (dark.length + 2 * QUIET));
  const side = dark.length * module;
  // At the right edge and on the line of the story's end; the paper around it is its quiet zone.
  return { kind: 'qr', x: RIGHT - side, y: QR_BOTTOM - side, module, dark };
}
