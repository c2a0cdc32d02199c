import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { findCommit } from './scripts/setup/find-commit.ts';
import { iconsPlugin } from './scripts/setup/icons-plugin.ts';
import { officePagesPlugin } from './scripts/setup/office-pages-plugin.ts';
import { textsPlugin } from './scripts/setup/texts-plugin.ts';
import { tokensPlugin } from './scripts/setup/tokens-plugin.ts';
import { RELEASE_FILE } from './server/program-files.ts';

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;
type ChunkingContext = Rolldown.ChunkingContext;

/**
 * Matches the modules that the sign-in page may need: its own, and those of a form with text fields, a password and a
 * checkbox.
 */
const SIGN_IN_MODULES =
  /[\\/]web[\\/](office[\\/](start|sign-in|theme|session|shell[\\/]slow-network)|ui[\\/](icon[\\/]|form[\\/](form-|use-plain|unread)|use-|fonts)|passkey|path|session|client|i18n)|[\\/]contract[\\/]|virtual:texts|virtual:office\/paths|[\\/]@mantine[\\/](form|hooks|core[\\/]esm[\\/](core|utils|components[\\/](Input|InputBase|InlineInput|UnstyledButton|CloseButton|Loader|Transition|Text|Title|Anchor|Alert|Button|Center|Checkbox|Group|Paper|PasswordInput|Stack|TextInput|ActionIcon|Affix|Portal)[\\/]))|virtual:icons\/|[\\/]clsx[\\/]/;

/** Matches modules that the gate and the first screen of the office share, besides React. */
const LANGUAGE_MODULES = /[\\/]web[\\/](ui[\\/]language-switch|i18n[\\/](choose-language|t\.ts))/;

/**
 * Matches modules that the gate loads only to print a slip. They are not merged with other modules of the gate, because
 * they would then be part of its first download.
 */
const LATER_MODULES = /[\\/](shift-paper\.(ts|json)|documents[\\/]shift\.tsx)$/;

const SIGN_IN = 'web/office/sign-in-program.tsx';

const PROGRAMS = [
  'server/main.ts',
  'server/documents/draw-in-worker.ts',
  'server/db/read-in-thread.ts',
  'server/features/backup/make-copy.ts',
  'server/features/backup/send-copy.ts',
  'server/features/ledger/make-verification.ts',
  'server/features/images/encode-in-worker.ts',
  'server/features/legacy/import-dump.ts',
  'server/features/restore/run-restore.ts',
  'server/features/open-data/history/write-parquet-in-worker.ts',
  'server/features/sharing/draw-share-in-worker.ts',
];

/**
 * Loads node:http without an import. An import reads every export of a module, and reading http.WebSocket loads the code
 * of fetch, which takes a tenth of the processor time of a start.
 */
const requireHttp: Rolldown.Plugin = {
  name: 'require-http',
  renderChunk: (code) =>
    code.replace(/^import (\w+) from "(?:node:)?http";$/gm, 'const $1 = process.getBuiltinModule("node:http");'),
};

/** Writes the commit for server/release.ts. */
const writeRelease: Rolldown.Plugin = {
  name: 'write-release',
  generateBundle() {
    const source = JSON.stringify({ commit: findCommit(import.meta.dirname) });
    this.emitFile({ type: 'asset', fileName: RELEASE_FILE, source });
  },
};

/**
 * Packages of fontkit that decompress in JavaScript, and the code that does the same with Node. The dictionary of Brotli
 * is in Node anyway; written as numbers, it took 70 ms to compile.
 */
const DECOMPRESSORS: Record<string, string> = {
  'brotli/decompress.js': "module.exports = (from) => require('node:zlib').brotliDecompressSync(from);",
  'tiny-inflate': "module.exports = (from, to) => { to.set(require('node:zlib').inflateRawSync(from)); return to; };",
};
const decompressWithNode: Plugin = {
  name: 'decompress-with-node',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'program',
  resolveId: (id) => (id in DECOMPRESSORS ? `\0${id}` : undefined),
  load: (id) => DECOMPRESSORS[id.slice(1)],
};

/**
 * Service workers are classic scripts, which cannot import. Each therefore has a copy of its own of the modules that it
 * shares with pages: the copy's name ends with the name of the worker.
 */
const ownCopies: Plugin = {
  name: 'own-copies',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer) {
    const copy = WORKERS.find((worker) => importer?.endsWith(`/${worker}`) || importer?.endsWith(`?of=${worker}`));
    if (copy === undefined || importer === undefined) return undefined;
    const found = await this.resolve(source, importer.replace(/\?of=.*$/, ''), { skipSelf: true });
    return found && `${found.id}?of=${copy}`;
  },
};

const WORKERS = ['web/gate/worker.ts', 'web/site/offline/worker.ts'];

/** Packages that are not bundled, because they load files from their own folders or are used only in development. */
const PROGRAM_PACKAGES = [
  'sharp',
  'pdfmake',
  'vite',
  'pg-native',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
];

/**
 * There are three builds: build/client is what browsers load, build/server is the renderer of the public pages, which
 * the server loads, and build/program is the server with its packages, which starts in half the time that its source
 * modules need. `npm run build` makes all three.
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), textsPlugin(), iconsPlugin(), officePagesPlugin(), tokensPlugin(), decompressWithNode, ownCopies],
  appType: 'custom',
  publicDir: 'web/public',
  resolve: { dedupe: ['react', 'react-dom'] },
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          input: {
            site: 'web/site/hydrate.tsx',
            office: 'web/office/main.tsx',
            'sign-in': SIGN_IN,
            gate: 'web/gate/main.tsx',
            'gate-worker': 'web/gate/worker.ts',
            'site-worker': 'web/site/offline/worker.ts',
          },
          // Browsers know a service worker by its address, so the address must not change. The server adds the version
          // to the worker's text.
          output: {
            banner: withoutEval,
            entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js'),
            // The bundler names a shared file after all that share it, joined by `~`. Such a long name is replaced by
            // the hash, because each page lists the names of its files.
            chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js'),
            codeSplitting: { groups: shares },
          },
        },
      },
    },
    ssr: {
      // React is bundled in as its production build, whatever NODE_ENV the server runs with: the development build is
      // four times slower.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'build/server',
        emptyOutDir: true,
        copyPublicDir: false,
        cssMinify: true,
        // The scripts within a page are the sources of functions (web/site/shell).
        minify: true,
        rolldownOptions: { input: { render: 'web/site/render.tsx' } },
      },
    },
    program: {
      consumer: 'server',
      resolve: { noExternal: true, external: PROGRAM_PACKAGES },
      define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
      build: {
        outDir: 'build/program',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: PROGRAMS,
          plugins: [requireHttp, writeRelease],
          // Each program looks for the others in its own folder (server/program-files.ts).
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            charset: 'ascii',
            comments: false,
          },
        },
      },
    },
  },
}));

/**
 * The files that several parts of the web share. The public pages and the gate download almost nothing that they do not
 * need. In the office, modules that many screens need are one file, because a hundred small files are slow to load over
 * a slow connection. Modules that few screens need are left to the bundler: if they were in one file, they would run
 * before the modules that they import.
 */
const shares: CodeSplittingGroup[] = [
  // Code that the bundler itself adds.
  { name: 'loader', test: /\0|preload-helper|modulepreload-polyfill/, priority: 4 },
  // Without this group the bundler would put the language modules into one file with the gate's tickets, and the office
  // would load that file first.
  { name: 'language', test: LANGUAGE_MODULES, priority: 2.5 },
  { name: nameOfBase(), priority: 3.5 },
  // Each response has 330 bytes of headers, so a small file is merged with others that nearly the same pages need.
  { ...ofEntry('site', 'web/site/hydrate.tsx'), priority: 3, entriesAwareMergeThreshold: 1200 },
  // On a phone, small files cost more than a few unneeded bytes in a larger one.
  { ...ofEntry('gate', 'web/gate/main.tsx'), priority: 2, entriesAwareMergeThreshold: 6000 },
  // `sign-in` contains the modules of the sign-in page, all of which the office needs too. `start` contains the other
  // modules that the office loads before it shows a screen.
  { name: 'sign-in', test: SIGN_IN_MODULES, tags: ['$initial'], minShareCount: 2, priority: 1.5 },
  { name: 'start', tags: ['$initial'], minShareCount: 2, priority: 1 },
  { name: 'icons', test: /^virtual:icons\//, minShareCount: 2, priority: 1 },
  { name: 'kit', minShareCount: 20 },
];

/** Groups what the public pages, the gate and the sign-in page all load first: React and a few small modules. */
function nameOfBase(): (id: string, context: ChunkingContext) => string | null {
  let base: Set<string> | undefined;
  return (id, context) => {
    base ??= ['web/site/hydrate.tsx', 'web/gate/main.tsx', SIGN_IN]
      .map((entry) => modulesOf(context, entry, 'at once'))
      .reduce((all, one) => all.intersection(one));
    return base.has(id) ? 'base' : null;
  };
}

/**
 * Groups all modules that an entry may load, immediately or later. The bundler divides a group into files by the
 * entries that need them.
 */
function ofEntry(name: string, entry: string): CodeSplittingGroup {
  let needed: Set<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      needed ??= modulesOf(context, entry);
      return needed.has(id) && !LATER_MODULES.test(id) ? name : null;
    },
    minShareCount: 2,
    entriesAware: true,
  };
}

function modulesOf(context: ChunkingContext, entry: string, when: 'at once' | 'ever' = 'ever'): Set<string> {
  const needed = new Set([path.resolve(import.meta.dirname, entry)]);
  for (const id of needed) {
    // An index file exports every component of the package, not only those that are needed.
    if (/@mantine\/.*index\.mjs$/.test(id)) continue;
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    const later = when === 'ever' ? dynamicallyImportedIds : [];
    for (const imported of [...importedIds, ...later]) needed.add(imported);
  }
  return needed;
}

/**
 * Zod tests whether `eval` works, and the Content Security Policy of our pages would report that as an attack. The file
 * that contains Zod therefore begins with a setting that prevents the test.
 */
function withoutEval({ moduleIds }: { moduleIds: string[] }): string {
  return moduleIds.some((id) => id.includes('/node_modules/zod/'))
    ? 'globalThis.__zod_globalConfig = { jitless: true };'
    : '';
}
