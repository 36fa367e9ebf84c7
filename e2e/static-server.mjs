// The plainest static host there is: a folder under a sub-path, no compression, no special headers. For the tests.
// Run: node e2e/static-server.mjs <folder> <port> [/sub/path/]
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const [folder = 'dist', port = '5303', prefix = '/'] = process.argv.slice(2);
const root = resolve(folder);

createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
  const file = normalize(join(root, path.slice(prefix.length).replace(/(^|\/)$/, '$1index.html')));
  const found = path.startsWith(prefix) && file.startsWith(root + sep) && (await stat(file).catch(() => null));
  if (!found || !found.isFile()) return response.writeHead(404).end('not found');
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'content-length': found.size });
  createReadStream(file).pipe(response);
}).listen(Number(port), '127.0.0.1', () => console.log(`${folder} is at http://127.0.0.1:${port}${prefix}`));
