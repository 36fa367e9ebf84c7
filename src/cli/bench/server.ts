// A plain static host on loopback for the benchmark's pages: no compression, caching as a static host allows it.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltPages } from './build-pages.ts';

const HOST = '127.0.0.1';
/** The first free one is taken. */
const PORTS = Array.from({ length: 10 }, (_, i) => 5400 + i);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  // Without it the bare start could not compile while it downloads.
  '.wasm': 'application/wasm',
};

export interface PageServer {
  readonly speedUrl: string;
  readonly visitUrl: string;
  readonly bareUrl: string;
  readonly appUrl: string;
  close(): void;
}

export async function servePages(built: BuiltPages): Promise<PageServer> {
  const folders: readonly (readonly [prefix: string, folder: string])[] = [
    ['/pages/', built.bench],
    ['/app/', built.app],
    ['/bare/pyodide/', path.dirname(fileURLToPath(import.meta.resolve('pyodide')))],
    ['/bare/', fileURLToPath(new URL('./page', import.meta.url))],
  ];
  const server = createServer(async (request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? '/', `http://${HOST}`).pathname);
    const found = folders.find(([prefix]) => asked.startsWith(prefix));
    const file = found && path.join(found[1], path.normalize(`/${asked.slice(found[0].length)}`));
    const facts = file === undefined ? null : await stat(file).catch(() => null);
    if (file === undefined || !facts?.isFile()) return void response.writeHead(404).end('not found');
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-length': facts.size,
      'cache-control': 'max-age=600',
    });
    createReadStream(file).pipe(response);
  });
  const port = await listen(server);
  const pages = `http://${HOST}:${port}/pages/src/cli/bench/page/`;
  return {
    speedUrl: `${pages}speed.html`,
    visitUrl: `${pages}visit.html`,
    bareUrl: `http://${HOST}:${port}/bare/bare.html`,
    appUrl: `http://${HOST}:${port}/app/index.html`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server): Promise<number> {
  for (const port of PORTS) {
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, HOST, () => resolve(true));
    });
    server.removeAllListeners('error');
    if (listening) return port;
  }
  throw new Error(`no port from ${PORTS[0]} to ${PORTS.at(-1)} is free on ${HOST}`);
}
