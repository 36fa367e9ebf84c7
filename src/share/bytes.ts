// Numbers and texts as bytes and back. What they mean lives in `layout.ts`.
import { joinBytes } from '../model/bytes.ts';

const LIMIT = 128;

/** The bytes are not what a `ByteWriter` wrote. Never leaves this folder: `layout.ts` catches it. */
export class UnreadableBytes extends Error {}

export class ByteWriter {
  private readonly parts: Uint8Array[] = [];

  /** A whole number from 0 up to `Number.MAX_SAFE_INTEGER`: seven bits a byte, the lowest first. */
  number(value: number): void {
    const bytes: number[] = [];
    let rest = value;
    while (rest >= LIMIT) {
      bytes.push((rest % LIMIT) + LIMIT);
      rest = Math.floor(rest / LIMIT);
    }
    this.parts.push(Uint8Array.of(...bytes, rest));
  }

  /** UTF-8, its length in bytes before it. */
  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.number(bytes.length);
    this.parts.push(bytes);
  }

  /** UTF-8 up to the end. */
  lastText(value: string): void {
    this.parts.push(new TextEncoder().encode(value));
  }

  finish(): Uint8Array {
    return joinBytes(this.parts);
  }
}

/** Reads what a `ByteWriter` wrote. Throws `UnreadableBytes` where the bytes end early or are no number or no UTF-8. */
export class ByteReader {
  private at = 0;
  /** Keeps a byte order mark, which belongs to the text. */
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(private readonly bytes: Uint8Array) {}

  number(): number {
    let value = 0;
    for (let place = 1; place <= Number.MAX_SAFE_INTEGER; place *= LIMIT) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new UnreadableBytes('in a number');
      value += (byte % LIMIT) * place;
      if (byte < LIMIT) {
        if (!Number.isSafeInteger(value)) break;
        return value;
      }
    }
    throw new UnreadableBytes('after a number that is too large');
  }

  text(): string {
    return this.decode(this.number());
  }

  lastText(): string {
    return this.decode(this.bytes.length - this.at);
  }

  private decode(length: number): string {
    if (length > this.bytes.length - this.at) throw new UnreadableBytes('in a text');
    const part = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    try {
      return this.decoder.decode(part);
    } catch {
      throw new UnreadableBytes('in a text that is not UTF-8');
    }
  }
}
