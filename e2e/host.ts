// A static host of the built site for one test, on a port of its own: it can be switched off, given other files, headers
// and types, and tells what it was asked for.
import { once } from 'node:events';
import {
  cpSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** What hosts agree on. Everything else comes as plain text, as from a host that has never heard of WebAssembly. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface Host {
  readonly url: string;
  /** A copy of `dist/`, to be changed as a deployment would. */
  readonly folder: string;
  /** Paths below the site's own, in the order in which they were asked for. */
  readonly asked: string[];
  /** From now on no connection is taken. */
  off(): Promise<void>;
  close(): Promise<void>;
}

export async function startHost(headers: Readonly<Record<string, string>> = {}, prefix = '/a/site/'): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'by-accident-'));
  cpSync('dist', folder, { recursive: true });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    if (!path.startsWith(prefix) || path.includes('..')) return void response.writeHead(404).end();
    const name = path.slice(prefix.length) || 'index.html';
    asked.push(name);
    const file = join(folder, name);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>not here</p>');
    const type = TYPES[extname(file)] ?? 'text/plain';
    response.writeHead(200, { 'content-type': type, 'content-length': size, ...headers });
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const off = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    folder,
    asked,
    off,
    async close() {
      await off();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Deploys another version: the page tells of it, and the service worker's list with it. */
export function deploy(host: Host, version: string): void {
  const change = (name: string, edit: (text: string) => string): void => {
    const file = join(host.folder, name);
    const before = readFileSync(file, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${name} has nothing to change`);
    writeFileSync(file, after);
  };
  change('index.html', (html) =>
    html.replace(/<meta name="version"[^>]*>|(?=<title>)/, `<meta name="version" content="${version}">`),
  );
  change('sw.js', (script) => script.replace(/(index\.html[`"'],\s*revision:\s*[`"'])[^`"']*/, `$1${version}`));
}

/** Takes away what a deployment of another version takes away: a file whose name begins so. */
export function takeAway(host: Host, start: string): void {
  const assets = join(host.folder, 'assets');
  const name = readdirSync(assets).find((one) => one.startsWith(start));
  if (name === undefined) throw new Error(`there is no ${start}…`);
  rmSync(join(assets, name));
}
