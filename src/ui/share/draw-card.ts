// Draws a laid out card on a canvas, and gives it as an image. Decides nothing about what is on it.
import { unreachable } from '../../model/unreachable.ts';
import { CARD, COLOURS, layOutCard, toneColour, type CardInput, type Font, type Item } from './card.ts';

const FAMILY = {
  sans: "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  mono: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace",
} as const;

/** False where this browser gives no canvas to draw on. */
export function drawCard(canvas: HTMLCanvasElement, input: CardInput): boolean {
  canvas.width = CARD.width;
  canvas.height = CARD.height;
  const context = canvas.getContext('2d');
  if (context === null) return false;
  const measure = (text: string, font: Font): number => {
    context.font = cssFont(font);
    return context.measureText(text).width;
  };
  for (const item of layOutCard(input, measure)) draw(context, item);
  return true;
}

/** A PNG; null where the browser does not make one. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function draw(context: CanvasRenderingContext2D, item: Item): void {
  switch (item.kind) {
    case 'box':
      context.fillStyle = item.colour;
      context.fillRect(item.x, item.y, item.width, item.height);
      return;
    case 'text':
      context.font = cssFont(item.font);
      context.fillStyle = item.colour;
      context.direction = 'ltr';
      context.fillText(item.text, item.x, item.y);
      return;
    case 'mark':
      drawMark(context, item);
      return;
    case 'qr':
      context.fillStyle = COLOURS.ink;
      item.dark.forEach((row, y) =>
        row.forEach((dark, x) => {
          if (!dark) return;
          context.fillRect(item.x + x * item.module, item.y + y * item.module, item.module, item.module);
        }),
      );
      return;
    default:
      unreachable(item);
  }
}

/** The shapes of `parts/Mark.svelte`, in its field of 16 × 16. */
function drawMark(context: CanvasRenderingContext2D, { x, y, size, tone }: Item & { kind: 'mark' }): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 16, size / 16);
  context.fillStyle = context.strokeStyle = toneColour(tone);
  const ring = (radius: number): void => {
    context.beginPath();
    context.arc(8, 8, radius, 0, 2 * Math.PI);
  };
  if (tone === 'unsafe') {
    context.lineWidth = 2.6;
    context.lineCap = 'square';
    context.stroke(new Path2D('M3 3l10 10M13 3L3 13'));
  } else if (tone === 'design') {
    ring(7);
    context.fill();
  } else {
    context.lineWidth = tone === 'accident' ? 2 : 1.8;
    if (tone === 'unknown') context.setLineDash([2.6, 2.1]);
    ring(6);
    context.stroke();
    context.setLineDash([]);
    if (tone === 'accident') context.fill(new Path2D('M8 2a6 6 0 0 0 0 12z'));
    if (tone === 'aside') {
      context.lineWidth = 2;
      context.stroke(new Path2D('M4 8h8'));
    }
  }
  context.restore();
}

function cssFont({ size, weight, family }: Font): string {
  return `${weight} ${size}px ${FAMILY[family]}`;
}
