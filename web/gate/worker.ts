/**
 * The service worker of the gate: keeps the page and its files on the phone, so that it opens without network. The
 * server writes the names of the built files before this text (server/http/assets/gate-page.ts), so a new build is a new worker.
 */
declare const gateFiles: { edition: string; page: string; files: readonly string[] };

/** What of a worker's own scope is used here; the types of workers do not go with those of pages. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
/** Other caches of this origin belong to others. */
const PREFIX = 'pola-gate-';
const cacheName = PREFIX + gateFiles.edition;

scope.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder().then(() => scope.clients.claim()));
});

// What is not kept, such as every call of the API, goes its way as if there were no worker.
scope.addEventListener('fetch', (event) => {
  const kept = keptAs(event.request);
  if (kept !== undefined) event.respondWith(answer(event.request, kept));
});

/** All of it or nothing: half a program would be worse than the one before. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(
    [gateFiles.page, ...gateFiles.files].map(
      // What has a hash in its name is the same whenever it was fetched.
      (file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
    ),
  );
}

async function forgetOlder(): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== cacheName) await caches.delete(other);
  }
}

/** Under which name the answer to a request is kept: every address of the gate is the one page. */
function keptAs({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return undefined;
  if (mode === 'navigate') return /^\/gate(\/|$)/.test(pathname) ? gateFiles.page : undefined;
  return gateFiles.files.includes(pathname) ? pathname : undefined;
}

async function answer(request: Request, kept: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(kept)) ?? fetch(request);
}

export {};
