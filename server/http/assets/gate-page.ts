import { createHash } from 'node:crypto';
import { escapeMarkup } from '../core/escape-markup.ts';

export interface GateBuild {
  script: string;
  styleSheets: string[];
  preloads: string[];
  /** What the page loads when it is first needed, such as another language and the papers that it prints. */
  later: string[];
  /** The service worker; undefined in development, where nothing may be cached. */
  worker: string | undefined;
  /** The markup that loads Vite's client, in development. */
  devHead: string;
}

const PAGE = '/gate';
const MANIFEST = '/gate/manifest.webmanifest';
const ICONS = ['/gate/icon.svg', '/gate/icon-192.png'];

/** Returns the gate's page. It contains the market's name, so that a ticket can be printed offline. */
export function gatePage({ script, styleSheets, preloads, devHead }: GateBuild, centre: string): string {
  const links = [
    ...styleSheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
  ].join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="#14532d"><meta name="centre" content="${escapeMarkup(centre)}"><title>Pola gate</title><link rel="icon" href="/gate/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/gate/icon-192.png"><link rel="manifest" href="${MANIFEST}">${devHead}${links}<script type="module" src="${script}"></script></head><body><div id="gate"></div><noscript>The gate needs JavaScript.</noscript></body></html>`;
}

/**
 * Returns the gate's service worker; undefined in development. Its text changes when the page or a cached file changes,
 * so that browsers install the new version.
 */
export function gateWorker(build: GateBuild, centre: string): string | undefined {
  if (build.worker === undefined) return undefined;
  const files = [
    ...new Set([build.script, ...build.styleSheets, ...build.preloads, ...build.later, MANIFEST, ...ICONS]),
  ];
  const version = createHash('sha256')
    .update(JSON.stringify([gatePage(build, centre), files, build.worker]))
    .digest('hex')
    .slice(0, 16);
  return `const gateFiles=${JSON.stringify({ version, page: PAGE, files })};\n${build.worker}`;
}
