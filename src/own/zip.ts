// Zip archives in and out, as maps from paths to bytes. Reading trusts nothing: sizes are capped before and while
// anything is inflated, and every checksum is compared. What the files mean is decided in `archive.ts`.
// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { Inflate, zipSync } from 'fflate';
import { fail, ok, type Result } from '../model/result.ts';

export const MOST_ENTRIES = 500;
export const LARGEST_INFLATED_BYTES = 5 * 1024 * 1024;
const LARGEST_ZIP_BYTES = 10 * 1024 * 1024;
/** Compressed bytes taken at a time: at the densest, deflate makes 1032 bytes of one. */
const STEP_BYTES = 4096;
const MEBIBYTE = 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const IN_ZIP64 = 0xffffffff;

/** The same files give the same bytes: entries are dated alike, and stand in the order given. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(2026, 0, 15) });
}

/** What a person can be told about an archive that is not read. */
class ZipFault extends Error {}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Offset of the local header, from 0. */
  readonly at: number;
}

/** Files by path, folders and unwanted ones left out. Reads everything that is wanted or nothing. */
export function readZip(zip: Uint8Array, wanted: (path: string) => boolean): Result<Map<string, Uint8Array>> {
  try {
    const entries = entriesOf(zip).filter(({ path }) => !path.endsWith('/') && wanted(path));
    const files = new Map<string, Uint8Array>();
    let left = LARGEST_INFLATED_BYTES;
    for (const entry of entries) {
      if (entry.bytes > left) throw tooLarge();
      left -= entry.bytes;
      if (files.has(entry.path)) throw new ZipFault(`expected each file once, ${entry.path} is in the zip twice`);
      files.set(entry.path, contentOf(zip, entry));
    }
    return ok(files);
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    return fail({ where: 'zip', line: null, field: null, message: error.message });
  }
}

function tooLarge(): ZipFault {
  return new ZipFault(`expected at most ${LARGEST_INFLATED_BYTES / MEBIBYTE} MiB of files, there is more in the zip`);
}

function damaged(what: string): ZipFault {
  return new ZipFault(`the zip is damaged: ${what}`);
}

/** The central directory, the only list of entries that counts. */
function entriesOf(zip: Uint8Array): Entry[] {
  if (zip.length > LARGEST_ZIP_BYTES) {
    throw new ZipFault(`expected a zip of at most ${LARGEST_ZIP_BYTES / MEBIBYTE} MiB`);
  }
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw new ZipFault(`expected at most ${MOST_ENTRIES} files, there are more in the zip`);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > zip.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw damaged('its list of files cannot be read');
    }
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const path = pathOf(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new ZipFault(`expected no password, ${path} has one`);
    entries.push({
      path,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + name + extra + comment;
  }
  return entries;
}

/** Offset of the end record; a comment of up to 65535 bytes may follow it. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - 0xffff);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new ZipFault('expected a zip file, this is not one or it is cut off');
}

function pathOf(name: Uint8Array): string {
  let path: string;
  try {
    path = new TextDecoder('utf-8', { fatal: true }).decode(name).replace(/^\.\/(?=.)/, '');
  } catch {
    throw new ZipFault('expected file names in UTF-8');
  }
  const parts = path.replace(/\/$/, '').split('/');
  if (/[\\\p{Cc}]/u.test(path) || /^[A-Za-z]:/.test(path) || parts.some((part) => ['', '.', '..'].includes(part))) {
    throw new ZipFault(`expected plain relative file names, found ${JSON.stringify(path.slice(0, 100))}`);
  }
  return path;
}

function contentOf(zip: Uint8Array, entry: Entry): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  if (entry.bytes === IN_ZIP64 || entry.packedBytes === IN_ZIP64 || entry.at === IN_ZIP64) throw tooLarge();
  const cut = damaged(`${entry.path} is cut off`);
  if (entry.at + LOCAL_BYTES > zip.length || view.getUint32(entry.at, true) !== LOCAL_SIGNATURE) throw cut;
  const from = entry.at + LOCAL_BYTES + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const packed = zip.subarray(from, from + entry.packedBytes);
  if (packed.length !== entry.packedBytes) throw cut;
  const content = unpacked(packed, entry);
  if (content.length !== entry.bytes || crcOf(content) !== entry.crc) {
    throw damaged(`${entry.path} is not what was packed`);
  }
  return content;
}

function unpacked(packed: Uint8Array, entry: Entry): Uint8Array {
  if (entry.method === STORED) return packed.slice();
  if (entry.method !== DEFLATED) throw new ZipFault(`expected deflated files, ${entry.path} is packed in another way`);
  const content = new Uint8Array(entry.bytes);
  let done = 0;
  const inflate = new Inflate((part) => {
    if (done + part.length > content.length) throw damaged(`${entry.path} is larger than it says`);
    content.set(part, done);
    done += part.length;
  });
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      inflate.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
    }
  } catch (error) {
    throw error instanceof ZipFault ? error : damaged(`${entry.path} cannot be unpacked`);
  }
  return content.subarray(0, done);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 as zip files have it. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
