/**
 * The cache of pages. Without a connection the last copy is shown with its time, so that an old list never looks new.
 * The server puts `self.version = "..."` before this file, so that each build has a different worker.
 */
const PAGES = { name: 'pola-pages', most: 40 };
const FILES = { name: 'pola-files', most: 300 };
const OFFLINE_PAGES = ['/offline', '/si/offline', '/ta/offline'];
const FILE_PATHS = /^\/(assets|images|fonts)\/|^\/icon/;
const KEPT_AT = 'x-kept-at';

/** The part of the worker's scope that is used here, because the browser's types describe only windows. */
interface WorkerWorld {
  addEventListener(type: 'install' | 'activate', handle: (event: Lasting) => void): void;
  addEventListener(type: 'message', handle: (event: Lasting & { data: unknown }) => void): void;
  addEventListener(type: 'push', handle: (event: Lasting & { data: { json(): unknown } | null }) => void): void;
  addEventListener(type: 'notificationclick', handle: (event: Lasting & Clicked) => void): void;
  addEventListener(type: 'fetch', handle: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> };
  registration: { showNotification(title: string, options: object): Promise<void> };
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Clicked {
  action: string;
  notification: { data: Alert; close(): void };
}
interface Alert {
  title: string;
  body: string;
  url: string;
  manage: string;
  manageLabel: string;
}
interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const world = globalThis as unknown as WorkerWorld;

world.addEventListener('install', (event) => event.waitUntil(keepAll(OFFLINE_PAGES)));
world.addEventListener('activate', (event) => event.waitUntil(world.clients.claim()));

world.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take over') event.waitUntil(world.skipWaiting());
  else if (isListOfTexts(data)) event.waitUntil(keepAll(data));
});

world.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, address));
  else if (FILE_PATHS.test(address.pathname)) event.respondWith(answerFile(event));
});

world.addEventListener('push', (event) => {
  const alert = event.data?.json() as Alert | undefined;
  if (!alert) return;
  const { title, body, manageLabel } = alert;
  const actions = [{ action: 'manage', title: manageLabel }];
  event.waitUntil(world.registration.showNotification(title, { body, icon: '/icon-192.png', data: alert, actions }));
});

world.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  const { url, manage } = notification.data;
  notification.close();
  const address = new URL(action === 'manage' ? manage : url, location.origin);
  if (address.origin === location.origin) event.waitUntil(world.clients.openWindow(address.href));
});

async function answerPage(event: Fetching, address: URL): Promise<Response> {
  try {
    const fresh = await fetch(event.request);
    if (fresh.status < 500) {
      if (isPublicPage(fresh)) event.waitUntil(keepPage(address, fresh.clone()));
      return fresh;
    }
    return (await findPage(address)) ?? fresh;
  } catch (error) {
    const kept = (await findPage(address)) ?? (await caches.match(offlinePageOf(address)));
    if (kept) return kept;
    throw error;
  }
}

async function answerFile(event: Fetching): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const fresh = await fetch(event.request);
  if (fresh.ok) event.waitUntil(keep(FILES, event.request.url, fresh.clone()));
  return fresh;
}

async function keepAll(addresses: string[]): Promise<void> {
  await Promise.all(
    addresses.map(async (text) => {
      const address = new URL(text, location.origin);
      if (address.origin !== location.origin) return;
      const answer = await fetch(address.href);
      if (isPublicPage(answer)) await keepPage(address, answer);
      else if (answer.ok && FILE_PATHS.test(address.pathname)) await keep(FILES, address.href, answer);
    }),
  );
}

async function keepPage(address: URL, answer: Response): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, answer.headers.get('date') ?? '');
  await keep(PAGES, address.href, new Response(await answer.text(), { headers }));
}

async function keep({ name, most }: typeof PAGES, address: string, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(address);
  await cache.put(address, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

async function findPage(address: URL): Promise<Response | undefined> {
  const cache = await caches.open(PAGES.name);
  const kept = await cache.match(address.href, { ignoreVary: true });
  if (!kept) return undefined;
  const html = await kept.text();
  const keptAt = new Date(kept.headers.get(KEPT_AT) ?? '');
  const mark = Number.isNaN(keptAt.getTime()) ? '' : keptAt.toISOString();
  const marked = html.replace('<html ', `<html data-kept="${mark}" `);
  return new Response(marked, { headers: kept.headers });
}

function isPublicPage(answer: Response): boolean {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  const isPublic = answer.headers.get('cache-control')?.startsWith('public') ?? false;
  return answer.status === 200 && isHtml && isPublic && !answer.redirected;
}

function offlinePageOf({ pathname }: URL): string {
  return OFFLINE_PAGES.find((page) => page !== '/offline' && pathname.startsWith(page.slice(0, 4))) ?? '/offline';
}

function isListOfTexts(data: unknown): data is string[] {
  return Array.isArray(data) && data.every((text) => typeof text === 'string');
}
