import { isInstant } from '#billing/calendar.ts';
import { formatMoment } from '#contract/days.ts';
import { addTexts, type Texts } from '#contract/messages/format-message.ts';
import { type Translator, translatorOf } from '#web/i18n/translate.ts';
import { KEPT_SCRIPT_PATH } from './kept-script.ts';
import { KEPT_WORDS_ID, type KeptReason } from './kept-words.ts';

export const OFFLINE_PAGES = ['/offline', '/si/offline', '/ta/offline'];
const PAGES = { name: 'pola-pages', most: 40 };
export const FILES = { name: 'pola-files', most: 300 };
const KEPT_AT = 'x-kept-at';

/** A public page of this site contains this element; the page with which a Wi-Fi network asks to sign in does not. */
const OWN_MARK = '<div id="page">';

/** A page that has arrived as a whole. */
export interface ArrivedPage {
  html: string;
  headers: Headers;
}

export function isHtml(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/html') ?? false;
}

/** Returns the page if it may be stored on the device. */
export function asStorable(answer: Response, html: string): ArrivedPage | undefined {
  const isPublic = answer.headers.get('cache-control')?.startsWith('public') ?? false;
  const isWhole = answer.status === 200 && isHtml(answer) && !answer.redirected;
  return isWhole && isPublic && isOwn(html) ? { html, headers: answer.headers } : undefined;
}

export function isOwn(html: string): boolean {
  return html.includes(OWN_MARK);
}

export async function keepPage(address: URL, { html, headers }: ArrivedPage): Promise<void> {
  const marked = new Headers(headers);
  marked.set(KEPT_AT, headers.get('date') ?? '');
  await storeInCache(PAGES, address.href, new Response(html, { headers: marked }));
}

export async function storeInCache({ name, most }: typeof PAGES, address: string, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  // The answer replaces the stored one and becomes the newest. If the device is full, the stored one remains.
  await cache.put(address, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

export async function findPage(address: URL): Promise<ArrivedPage | undefined> {
  const cache = await caches.open(PAGES.name);
  const kept = await cache.match(address.href, { ignoreVary: true });
  return kept && { html: await kept.text(), headers: kept.headers };
}

/** Returns the copy as it is shown: with the reason, its time, and the script that waits for the page. */
export async function showKept({ html, headers }: ArrivedPage, reason: KeptReason): Promise<Response> {
  const keptAt = new Date(headers.get(KEPT_AT) ?? '');
  const moment = Number.isNaN(keptAt.getTime()) ? '' : keptAt.toISOString();
  const language = /<html lang="(\w\w)"/.exec(html)?.[1] ?? 'en';
  const words = await readWords(language);
  const noted = words ? writeNote(html, { words, reason, moment }) : html;
  return new Response(mark(noted, { moment, reason }), { headers });
}

/** Returns the page that is shown where no copy exists. */
export async function showNothing({ pathname }: URL, reason: KeptReason): Promise<Response | undefined> {
  const page = await findPage(new URL(offlinePageOf(pathname), location.origin));
  return page && new Response(mark(page.html, { moment: '', reason }), { headers: page.headers });
}

function mark(html: string, { moment, reason }: { moment: string; reason: KeptReason }): string {
  return html
    .replace('<html ', `<html data-kept="${moment}" data-why="${reason}" `)
    .replace('<head>', `<head><script src="${KEPT_SCRIPT_PATH}"></script>`);
}

interface Note {
  words: Translator;
  reason: KeptReason;
  moment: string;
}

function writeNote(html: string, { words: { t }, reason, moment }: Note): string {
  const at = isInstant(moment) ? t('offline.keptAt', { moment: formatMoment(moment, t) }) : '';
  return html
    .replace('<b id="kept-why"></b>', `<b>${t(`offline.why.${reason}`)}</b>`)
    .replace(
      '<span id="kept-at"></span>',
      `<span>${at}</span> <a class="kept-current" href="">${t('offline.showCurrent')}</a>`,
    );
}

/** Returns the texts that the page /offline of this language contains. */
export async function readWords(language: string): Promise<Translator | undefined> {
  const known = (['si', 'ta'] as const).find((one) => one === language) ?? 'en';
  const page = await findPage(new URL(known === 'en' ? '/offline' : `/${known}/offline`, location.origin));
  const [, json] = new RegExp(`<script id="${KEPT_WORDS_ID}"[^>]*>(.*?)</script>`, 's').exec(page?.html ?? '') ?? [];
  if (json === undefined) return undefined;
  const texts: Texts = {};
  addTexts(texts, JSON.parse(json) as Record<string, string>, known);
  return translatorOf(texts, known);
}

/** Returns the language of the page that was stored last. */
export async function lastLanguage(): Promise<string> {
  const cache = await caches.open(PAGES.name);
  const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const last = addresses.findLast((path) => !OFFLINE_PAGES.includes(path)) ?? '';
  return /^\/(si|ta)(\/|$)/.exec(last)?.[1] ?? 'en';
}

function offlinePageOf(pathname: string): string {
  return OFFLINE_PAGES.find((page) => page !== '/offline' && pathname.startsWith(page.slice(0, 4))) ?? '/offline';
}
