/**
 * The service worker of the public pages. Where the network does not answer, the last copy of a page is shown with its
 * time, so that an old list never looks new. The server puts `self.version = "..."` before this file, so that each build
 * has a different worker.
 */
import { type FetchLimits, fetchWithin, NoAnswerInTime } from '#web/fetch-within.ts';
import {
  type ArrivedPage,
  asStorable,
  FILES,
  findPage,
  isHtml,
  isOwn,
  keepPage,
  OFFLINE_PAGES,
  showKept,
  showNothing,
  storeInCache,
} from './kept-pages.ts';
import { ARRIVED, ASK_AGAIN, KEPT_SCRIPT, KEPT_SCRIPT_PATH, UNCHANGED } from './kept-script.ts';
import type { KeptReason } from './kept-words.ts';
import { notifyReader, openNotification } from './notifications.ts';
import { renewSubscription, sendDueRenewal } from './renew-subscription.ts';
import { type Fetching, scope } from './worker-scope.ts';

/** The other names of products, which a search asks for (web/site/daily-prices/use-other-names.ts). */
const NAMES_PATH = '/api/prices/names';
const FILE_PATHS = /^\/(assets|images|fonts)\/|^\/icon/;

/** The time after which a reader sees the copy of a page that has not arrived. */
const COPY_AFTER_MS = 3000;
const PAGE_LIMITS: FetchLimits = { answerMs: 30_000, silenceMs: 20_000 };
const FILE_LIMITS: FetchLimits = { answerMs: 30_000, silenceMs: 20_000 };
/** While the network does not answer, a copy is not held up by files that are not stored. */
const FILE_LIMITS_WHILE_SILENT: FetchLimits = { answerMs: 3000, silenceMs: 3000 };

const MOST_HANDED_OVER = 5;
/** Pages that arrived after their copy was shown, until the reader's page is loaded again. */
const handovers = new Map<string, Response>();
/** The addresses that are being fetched for a page whose copy is shown. */
const following = new Set<string>();
let isSilent = false;

scope.addEventListener('install', (event) => event.waitUntil(keepAll(OFFLINE_PAGES)));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take over') event.waitUntil(scope.skipWaiting());
  else if (isListOfTexts(data) && data[0] === ASK_AGAIN) event.waitUntil(askAgain(plain(data[1] ?? '')));
  else if (isListOfTexts(data)) event.waitUntil(keepAll(data));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = plain(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(answerPage(event, address));
    // A renewal that fails now is sent with a later page.
    event.waitUntil(sendDueRenewal().catch(() => undefined));
  } else if (address.pathname === KEPT_SCRIPT_PATH) event.respondWith(Promise.resolve(keptScript()));
  else if (address.pathname === NAMES_PATH) event.respondWith(answerNames(event));
  else if (FILE_PATHS.test(address.pathname)) event.respondWith(answerFile(event));
});

scope.addEventListener('push', (event) => event.waitUntil(notifyReader(event.data)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));

function keptScript(): Response {
  return new Response(KEPT_SCRIPT, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
}

type Outcome = { answer: Response; page?: ArrivedPage | undefined } | { reason: KeptReason };

async function answerPage(event: Fetching, address: URL): Promise<Response> {
  const handedOver = handovers.get(address.href);
  handovers.delete(address.href);
  if (handedOver) return handedOver;
  const kept = await findPage(address);
  // A page that may be replaced by its copy is read to its end first, because it can stop in the middle.
  const arriving = kept ? readPage(event.request, kept) : beginPage(event, address);
  const late = Symbol('late');
  const first = await Promise.race([arriving, waitFor(COPY_AFTER_MS, late)]);
  const outcome: Outcome = first === late ? { reason: 'unanswered' } : (first as Outcome);
  isSilent = 'reason' in outcome && outcome.reason !== 'failing';
  if ('answer' in outcome) {
    if (outcome.page) event.waitUntil(keepPage(address, outcome.page));
    return outcome.answer;
  }
  const shown = kept ? await showKept(kept, outcome.reason) : await showNothing(address, outcome.reason);
  if (first === late) event.waitUntil(handOver(address, arriving));
  if (shown) return shown;
  const last = await arriving;
  return 'answer' in last ? last.answer : Response.error();
}

/** Reads the whole page. The reason is why the copy is shown instead. */
async function readPage(request: string | Request, kept?: ArrivedPage, isPastCache = false): Promise<Outcome> {
  try {
    const answer = await fetchWithin(PAGE_LIMITS, request, {
      redirect: 'manual',
      ...(isPastCache && { cache: 'no-cache' }),
    });
    if (answer.status >= 500 && kept) return { reason: 'failing' };
    if (!isHtml(answer)) return { answer };
    const html = await answer.text();
    if (answer.status === 200 && kept && !isOwn(html)) {
      // A Wi-Fi network may have sent its page with a time in which the browser answers with it.
      return isPastCache ? { reason: 'foreign' } : readPage(request, kept, true);
    }
    const { status, statusText, headers } = answer;
    return { answer: new Response(html, { status, statusText, headers }), page: asStorable(answer, html) };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** Returns the page as soon as it begins, and stores it when it has arrived. */
async function beginPage(event: Fetching, address: URL): Promise<Outcome> {
  try {
    const answer = await fetchWithin(PAGE_LIMITS, event.request, { redirect: 'manual' });
    if (answer.status === 200 && isHtml(answer))
      event.waitUntil(keepWhole(address, answer.clone()).catch(() => undefined));
    return { answer };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function keepWhole(address: URL, answer: Response): Promise<void> {
  const page = asStorable(answer, await answer.text());
  if (page) await keepPage(address, page);
}

function reasonOf(error: unknown): KeptReason {
  if (error instanceof NoAnswerInTime) return 'unanswered';
  return navigator.onLine === false ? 'offline' : 'unreachable';
}

/** Gets the page for a reader who sees its copy. */
async function askAgain(address: URL): Promise<void> {
  if (address.origin !== location.origin || following.has(address.href)) return;
  await handOver(address, readPage(address.href, undefined, true));
}

/** Stores the page when it arrives, and says so to the page that shows its copy. */
async function handOver(address: URL, arriving: Promise<Outcome>): Promise<void> {
  following.add(address.href);
  const outcome = await arriving.finally(() => following.delete(address.href));
  if (!('answer' in outcome) || outcome.answer.status >= 500) return;
  isSilent = false;
  const before = await findPage(address);
  if (before && isHtml(outcome.answer) && outcome.answer.status === 200 && !outcome.page) return;
  if (outcome.page) await keepPage(address, outcome.page);
  const isUnchanged = before !== undefined && before.html === outcome.page?.html;
  if (!isUnchanged) {
    handovers.set(address.href, outcome.answer);
    const [oldest] = handovers.keys();
    if (handovers.size > MOST_HANDED_OVER && oldest !== undefined) handovers.delete(oldest);
  }
  const readers = await scope.clients.matchAll({ type: 'window' });
  for (const reader of readers)
    if (plain(reader.url).href === address.href) reader.postMessage(isUnchanged ? UNCHANGED : ARRIVED);
}

async function answerFile(event: Fetching): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const limits = isSilent ? FILE_LIMITS_WHILE_SILENT : FILE_LIMITS;
  const fresh = await fetchWithin(limits, event.request);
  if (isOwnFile(fresh)) event.waitUntil(storeInCache(FILES, event.request.url, fresh.clone()));
  return fresh;
}

/** Names change, so the stored ones are only for a reader whom the network does not answer. */
async function answerNames(event: Fetching): Promise<Response> {
  const { request } = event;
  try {
    const fresh = await fetchWithin(isSilent ? FILE_LIMITS_WHILE_SILENT : FILE_LIMITS, request);
    if (!isOwnFile(fresh)) throw new TypeError(`${NAMES_PATH} answered ${fresh.status}`);
    event.waitUntil(storeInCache(FILES, request.url, fresh.clone()));
    return fresh;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

/** A network that asks to sign in may answer with its own page instead of the file. */
function isOwnFile(answer: Response): boolean {
  return answer.ok && !answer.redirected && !isHtml(answer);
}

async function keepAll(addresses: string[]): Promise<void> {
  await Promise.all(
    addresses.map(async (text) => {
      const address = new URL(text, location.origin);
      if (address.origin !== location.origin) return;
      const answer = await fetchWithin(PAGE_LIMITS, address.href);
      if (isHtml(answer)) {
        const page = asStorable(answer, await answer.text());
        if (page) await keepPage(address, page);
        else if (OFFLINE_PAGES.includes(text)) throw new Error(`${text} is not a page of this site`);
      } else if (FILE_PATHS.test(address.pathname) && isOwnFile(answer))
        await storeInCache(FILES, address.href, answer);
    }),
  );
}

/** Returns the address without its fragment, which is not sent. */
function plain(text: string): URL {
  const address = new URL(text, location.origin);
  address.hash = '';
  return address;
}

function waitFor<Value>(ms: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}

function isListOfTexts(data: unknown): data is string[] {
  return Array.isArray(data) && data.every((text) => typeof text === 'string');
}
