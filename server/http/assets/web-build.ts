import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DEMO_META } from '#contract/demo.ts';
import type { SiteAssets, SiteRenderer } from '#contract/site.ts';
import { buildFolder } from '../../program-files.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { omitDocumentHeaders } from '../core/headers.ts';
import { serveAssets } from './earlier-assets.ts';
import type { GateBuild } from './gate-page.ts';

const SITE_ENTRY = 'web/site/hydrate.tsx';
const OFFICE_ENTRY = 'web/office/main.tsx';
const SIGN_IN_ENTRY = 'web/office/sign-in-program.tsx';
const GATE_ENTRY = 'web/gate/main.tsx';
const GATE_WORKER = 'web/gate/worker.ts';

export interface WebBuild {
  renderer(): Promise<SiteRenderer>;
  siteAssets: SiteAssets;
  /** The empty page that the script of the office fills. `signInShell` has the smaller script of the sign-in page. */
  officeShell: string;
  signInShell: string;
  /** The service worker of the public pages; undefined in development. */
  siteWorker: string | undefined;
  gate: GateBuild;
  /** True when pages may be cached and have a strict content policy. */
  isProduction: boolean;
}

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, ManifestEntry>;

export async function serveBuiltWeb(fastify: FastifyInstance, dataDir?: string): Promise<WebBuild> {
  const manifest = readManifest();
  const renderer = await loadRenderer();
  await fastify.register(fastifyStatic, {
    root: path.join(buildFolder, 'client'),
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: setFileHeaders,
    wildcard: false,
    // earlier-assets.ts serves the files below assets/. Compressed files are found beside the originals.
    globIgnore: ['.vite/**', 'assets/**', '*-worker.js', '**/*.gz', '**/*.br'],
  });
  serveAssets(fastify, dataDir);
  return {
    renderer: async () => renderer,
    siteAssets: { script: `/${entry(manifest, SITE_ENTRY).file}`, preloads: preloads(manifest), devHead: '' },
    officeShell: builtShell(manifest, OFFICE_ENTRY),
    signInShell: builtShell(manifest, SIGN_IN_ENTRY),
    siteWorker: workerOf('site-worker.js'),
    gate: {
      script: `/${entry(manifest, GATE_ENTRY).file}`,
      styleSheets: styles(manifest, GATE_ENTRY),
      preloads: importsOf(manifest, GATE_ENTRY).map((file) => `/${file}`),
      later: laterFiles(manifest, GATE_ENTRY),
      worker: readFileSync(path.join(buildFolder, 'client', entry(manifest, GATE_WORKER).file), 'utf8'),
      devHead: '',
    },
    isProduction: true,
  };
}

export async function loadRenderer(): Promise<SiteRenderer> {
  const loaded: { site: SiteRenderer } = await import(pathToFileURL(path.join(buildFolder, 'server/render.js')).href);
  return loaded.site;
}

/** Files below assets/ have a hash in their names and never change; the others expire after an hour. */
function setFileHeaders(reply: FastifyReply, file: string): void {
  const isAsset = file.includes(`${path.sep}assets${path.sep}`);
  reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  if (isAsset && /\.(js|css)\b/.test(file)) omitDocumentHeaders(reply.removeHeader('etag'));
}

/** Returns the service worker with a version in its text, by which a browser detects a new build. */
function workerOf(file: string): string {
  const version = createHash('sha256').update(readFileSync(path.join(buildFolder, 'client/.vite/manifest.json')));
  return `self.version = "${version.digest('hex').slice(0, 16)}";\n${readFileSync(path.join(buildFolder, 'client', file), 'utf8')}`;
}

function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(path.join(buildFolder, 'client/.vite/manifest.json'), 'utf8'));
  } catch {
    throw new Error('The web is not built. Run "npm run build" first, or start with "npm start".');
  }
}

function entry(manifest: Manifest, name: string): ManifestEntry {
  const found = manifest[name];
  if (!found) throw new Error(`${name} is missing in the built web. Run "npm run build" again.`);
  return found;
}

/** Returns the files that a program loads when they are first needed, with their styles. */
function laterFiles(manifest: Manifest, name: string): string[] {
  const begun = [name, ...chunksOf(manifest, name)];
  const later = begun.flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []);
  const files = later
    .flatMap((chunk) => [chunk, ...chunksOf(manifest, chunk)])
    .flatMap((chunk) => [entry(manifest, chunk).file, ...(manifest[chunk]?.css ?? [])]);
  return [...new Set(files)].map((file) => `/${file}`);
}

function importsOf(manifest: Manifest, name: string): string[] {
  return chunksOf(manifest, name).map((chunk) => entry(manifest, chunk).file);
}

function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunks: string[] = [];
  for (const needed of manifest[name]?.imports ?? []) {
    if (seen.has(needed)) continue;
    seen.add(needed);
    chunks.push(needed, ...chunksOf(manifest, needed, seen));
  }
  return chunks;
}

function styles(manifest: Manifest, name: string): string[] {
  const found = [name, ...chunksOf(manifest, name)].flatMap((part) => manifest[part]?.css ?? []);
  return [...new Set(found)].map((file) => `/${file}`);
}

function preloads(manifest: Manifest): Record<string, string[]> {
  const shared = importsOf(manifest, SITE_ENTRY);
  const found: Record<string, string[]> = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const page = /^web\/site\/(?:.*\/)?([\w-]+)-page\.tsx$/.exec(source)?.[1];
    const texts = /^virtual:texts\/(\w+)\/site\/([\w-]+)$/.exec(source)?.slice(1).join('/');
    const name = page ?? texts;
    if (name) found[name] = [...new Set([...shared, file, ...importsOf(manifest, source)])].map((one) => `/${one}`);
  }
  return found;
}

function builtShell(manifest: Manifest, name: string): string {
  return officeShell({
    ...(name === SIGN_IN_ENTRY && { ground: 'frame login-ground' }),
    script: `/${entry(manifest, name).file}`,
    styleSheets: styles(manifest, name),
    preloaded: importsOf(manifest, name).map((file) => `/${file}`),
  });
}

/** Returns the sign-in page, on which the demo offers its accounts. A market has no such password. */
export function withDemoPassword(shell: string, password: string | undefined): string {
  if (password === undefined) return shell;
  return shell.replace('<title>', `<meta name="${DEMO_META}" content="${escapeMarkup(password)}"><title>`);
}

interface OfficeShellParts {
  script: string;
  styleSheets?: string[];
  preloaded?: string[];
  devHead?: string;
  ground?: string;
}

/** Returns the office's page, which has only its frame until its script renders it, so that nothing is white. */
export function officeShell({
  script,
  styleSheets = [],
  preloaded = [],
  devHead = '',
  ground = 'frame',
}: OfficeShellParts): string {
  const links = [
    ...styleSheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...preloaded.map((href) => `<link rel="modulepreload" href="${href}">`),
  ].join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>Pola office</title><link rel="icon" href="/icon.svg" type="image/svg+xml">${devHead}${links}<script type="module" src="${script}"></script></head><body><div id="office"><div class="${ground}"></div></div><noscript>The back office needs JavaScript. The public prices do not: <a href="/home-dailyprice">daily prices</a>.</noscript></body></html>`;
}
