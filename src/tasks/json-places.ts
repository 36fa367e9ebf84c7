// Reads JSON and remembers on which line each value starts. What the values mean is decided by the caller.
import type { Json } from '../model/task.ts';

export type JsonPath = readonly (string | number)[];

export type JsonReading =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Line, from 1, of a value, or of the nearest value around it. */
      readonly lineOf: (path: JsonPath) => number;
      /** Keys that an object has twice. */
      readonly repeatedKeys: readonly { readonly path: JsonPath; readonly line: number }[];
    }
  | { readonly ok: false; readonly line: number; readonly message: string };

const MAX_DEPTH = 100;
const LITERALS = ['true', 'false', 'null'];

class JsonFault extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

export function readJson(text: string): JsonReading {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
    const value = JSON.parse(text) as Json;
    const lineOf = (path: JsonPath): number => {
      for (let length = path.length; length > 0; length -= 1) {
        const line = scanner.lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    };
    return { ok: true, value, lineOf, repeatedKeys: scanner.repeatedKeys };
  } catch (error) {
    if (error instanceof JsonFault) return { ok: false, line: error.line, message: error.message };
    if (error instanceof SyntaxError) return { ok: false, line: scanner.line, message: 'is not valid JSON' };
    throw error;
  }
}

/** `cases[0].args[1]`, indices from 0 as in the file. */
export function fieldText(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}

/** Walks the text once. A line break can only stand between tokens, so counting it there is enough. */
class Scanner {
  readonly lines = new Map<string, number>();
  readonly repeatedKeys: { path: JsonPath; line: number }[] = [];
  line = 1;
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  scan(): void {
    this.value([]);
    this.space();
    if (this.at < this.text.length) this.fault('expected nothing after the end of the JSON value');
  }

  private value(path: JsonPath): void {
    this.space();
    if (path.length > MAX_DEPTH) this.fault(`is nested more than ${MAX_DEPTH} levels deep`);
    if (path.length > 0 && !this.lines.has(keyOf(path))) this.lines.set(keyOf(path), this.line);
    const next = this.text[this.at];
    if (next === '{') this.object(path);
    else if (next === '[') this.array(path);
    else if (next === '"') this.string();
    else this.literalOrNumber();
  }

  private object(path: JsonPath): void {
    const keys = new Set<string>();
    this.list('}', () => {
      if (this.text[this.at] !== '"') this.fault('expected a key in double quotes');
      const { line } = this;
      const key = this.string();
      const inner = [...path, key];
      if (keys.has(key)) this.repeatedKeys.push({ path: inner, line });
      keys.add(key);
      this.lines.set(keyOf(inner), line);
      this.space();
      if (this.text[this.at] !== ':') this.fault(`expected : after "${key}"`);
      this.at += 1;
      this.value(inner);
    });
  }

  private array(path: JsonPath): void {
    let index = 0;
    this.list(']', () => {
      this.value([...path, index]);
      index += 1;
    });
  }

  private list(end: '}' | ']', item: () => void): void {
    this.at += 1;
    this.space();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    while (true) {
      item();
      this.space();
      const next = this.text[this.at];
      if (next !== ',' && next !== end) this.fault(`expected , or ${end}`);
      this.at += 1;
      if (next === end) return;
      const { line } = this;
      this.space();
      if (this.text[this.at] === end) throw new JsonFault(line, `expected no comma before ${end}`);
    }
  }

  private string(): string {
    const from = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') {
      const character = this.text[this.at];
      if (character === undefined || character === '\n') this.fault('expected a closing double quote on this line');
      this.at += character === '\\' ? 2 : 1;
    }
    this.at += 1;
    try {
      return JSON.parse(this.text.slice(from, this.at)) as string;
    } catch {
      return this.fault('has a text with an escape or a control character that JSON does not know');
    }
  }

  private literalOrNumber(): void {
    const from = this.at;
    while (/[-+.\w]/.test(this.text[this.at] ?? '')) this.at += 1;
    const word = this.text.slice(from, this.at);
    if (word === '') this.fault('expected a value');
    const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(word);
    if (!isNumber && !LITERALS.includes(word)) this.fault(`expected a value, found ${word}`);
  }

  private space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? '#')) {
      if (this.text[this.at] === '\n') this.line += 1;
      this.at += 1;
    }
  }

  private fault(message: string): never {
    throw new JsonFault(this.line, message);
  }
}
