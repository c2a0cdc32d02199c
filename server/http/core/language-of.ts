import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { inLanguage, type Language, languages } from '#contract/languages.ts';

/** Returns the supported language that the header prefers most; English if the header names none of them. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`));
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
}

/**
 * Answers a request for the home page with a redirect (302) to the language of the browser. This needs no script.
 * Returns false for every other request: one that requests English (`/?lang=en`), comes from another page of the site,
 * or does not open a page. The fragment `#start` lets the page's script prefer the language chosen on this device.
 */
export function redirectHome(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  always: OutgoingHttpHeaders,
): boolean {
  if (!/^\/(\?|$)/.test(url) || (method !== 'GET' && method !== 'HEAD')) return false;
  const language = languageOf(headers['accept-language']);
  if (language === 'en' || new URLSearchParams(url.slice(2)).has('lang')) return false;
  if ((headers['sec-fetch-mode'] ?? 'navigate') !== 'navigate' || isFromHere(headers)) return false;
  response.writeHead(302, {
    ...always,
    location: `${inLanguage(language, url)}#start`,
    vary: 'accept-language',
    'cache-control': 'no-store',
  });
  response.end();
  return true;
}

function isFromHere({ referer = '', host }: IncomingMessage['headers']): boolean {
  return URL.parse(referer)?.host === host;
}
