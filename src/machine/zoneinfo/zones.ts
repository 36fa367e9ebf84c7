// The time zones of /usr/share/zoneinfo, unpacked when a process first looks there. Source: tzdata 2026.4, see `pack.py`.
import { gunzipSync } from 'fflate';
import packed from './zones.txt?raw';

/** Where CPython looks first on Linux. */
export const ZONEINFO = '/usr/share/zoneinfo';

export type ZoneFolder = Map<string, ZoneFolder | Uint8Array>;

let unpacked: ZoneFolder | null = null;

/** The root folder; folders and files below it are the same objects each time. */
export function zones(): ZoneFolder {
  return (unpacked ??= unpack(gunzipSync(Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0)))));
}

function unpack(bytes: Uint8Array): ZoneFolder {
  const root: ZoneFolder = new Map();
  const end = bytes.findIndex((byte, at) => byte === 10 && bytes[at + 1] === 10);
  let at = end + 2;
  for (const line of new TextDecoder().decode(bytes.subarray(0, end)).split('\n')) {
    const [length = '', ...names] = line.split(' ');
    const file = bytes.subarray(at, (at += Number(length)));
    for (const name of names) put(root, name.split('/'), file);
  }
  return root;
}

function put(folder: ZoneFolder, [name = '', ...rest]: readonly string[], file: Uint8Array): void {
  if (rest.length === 0) {
    folder.set(name, file);
    return;
  }
  const inner = folder.get(name);
  const next: ZoneFolder = inner instanceof Map ? inner : new Map();
  folder.set(name, next);
  put(next, rest, file);
}
