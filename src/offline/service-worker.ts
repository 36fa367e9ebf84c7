// The service worker: keeps every file of this build, answers the page's requests from there, and takes the place of an
// older one only when the page says so. It never reaches the chamber, whose frame has another origin and fetches nothing.
// What the page shows of all this lives in `keeper.ts`; the list of files is written by `build/offline.ts`.
import { cacheNames, clientsClaim } from 'workbox-core';
import { addRoute, precache, type PrecacheEntry } from 'workbox-precaching';
import { TAKE_OVER } from './words.ts';

/** Put in by the build: every file of the site, each with its digest. */
declare const SITE_FILES: PrecacheEntry[];

/** Not in every browser yet: requests that the browser answers from a cache without asking a service worker. */
interface InstallEvent extends Event {
  addRoutes?(rules: { condition: { urlPattern: URLPattern }; source: { cacheName: string } }): Promise<void>;
}

interface Scope {
  readonly registration: { readonly scope: string };
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  skipWaiting(): Promise<void>;
}
const scope = globalThis as unknown as Scope;

// Not called: `cleanupOutdatedCaches`. It takes the cache of another site below this one's path for an old one of its own.
precache(SITE_FILES);
// What stands behind a `?` changes no file: `?embed` is the page's own affair, `?retry=1` asks for the same part again.
addRoute({ ignoreURLParametersMatching: [/./], cleanURLs: false });
// So that the first visit can lose the network, too.
clientsClaim();

// Most files are megabytes that need no second thought: without this each passes through the worker's own thread.
scope.addEventListener('install', (event) => {
  if (event.addRoutes === undefined) return;
  const folder = `${new URL(scope.registration.scope).pathname}assets/`.replace(/[\\{}()*+?:]/g, '\\$&');
  const urlPattern = new URLPattern({ pathname: `${folder}*`, search: '' });
  event.addRoutes({ condition: { urlPattern }, source: { cacheName: cacheNames.precache } }).catch(() => undefined);
});

scope.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void scope.skipWaiting();
});
