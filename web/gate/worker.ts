import { fetchWithin } from '#web/fetch-within.ts';

/**
 * The build of the gate. The server inserts this constant before the worker's code (server/http/assets/gate-page.ts),
 * so every build has a different worker.
 */
declare const gateFiles: { version: string; page: string; files: readonly string[] };

/**
 * The part of the worker's scope that is used, declared here because TypeScript's types of workers conflict with those
 * of pages.
 */
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

const LIMITS = { answerMs: 30_000, silenceMs: 20_000 };

const scope = self as unknown as WorkerScope;
/** The prefix of this program's caches. Caches of this origin with other names belong to other programs. */
const PREFIX = 'pola-gate-';
const cacheName = PREFIX + gateFiles.version;

scope.addEventListener('install', (event) => {
  event.waitUntil(fillCache().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(deleteOlderCaches().then(() => scope.clients.claim()));
});

// Requests without a cached file, such as API calls, go to the network.
scope.addEventListener('fetch', (event) => {
  const path = cachedPathOf(event.request);
  if (path !== undefined) event.respondWith(answer(event.request, path));
});

/** Caches all files or none, because half a version would not run. */
async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName);
  const files = [gateFiles.page, ...gateFiles.files];
  const answers = await Promise.all(
    files.map(async (file) => {
      // Files with a hash in their names never change.
      const answer = await fetchWithin(LIMITS, file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' });
      if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}`);
      return { file, answer };
    }),
  );
  await Promise.all(answers.map(({ file, answer }) => cache.put(file, answer)));
}

async function deleteOlderCaches(): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== cacheName) await caches.delete(other);
  }
}

/** Returns the path of the cached file. All addresses of the gate show the same page. */
function cachedPathOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return undefined;
  if (mode === 'navigate') return /^\/gate(\/|$)/.test(pathname) ? gateFiles.page : undefined;
  return gateFiles.files.includes(pathname) ? pathname : undefined;
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetchWithin(LIMITS, request);
}
