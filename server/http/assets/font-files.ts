import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { omitDocumentHeaders } from '../core/headers.ts';

const require = createRequire(import.meta.url);

/** The fonts for Sinhala and Tamil readers: only the letters of the script, regular and bold. */
const FACES = ['sinhala', 'tamil'].flatMap((script) =>
  [400, 700].map((weight) => ({
    name: `noto-sans-${script}-${weight}.woff2`,
    file: `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff2`,
  })),
);

/** Serves the fonts. Their file names do not change with their content, so caches expire after a month. */
export function serveFonts(fastify: FastifyInstance): void {
  for (const { name, file } of FACES) {
    const [scope = '', packageName = '', ...inside] = file.split('/');
    const folder = path.dirname(require.resolve(`${scope}/${packageName}/package.json`));
    const bytes = readFileSync(path.join(folder, ...inside));
    fastify.get(`/fonts/${name}`, async (_request, reply) => {
      omitDocumentHeaders(reply);
      return reply.header('content-type', 'font/woff2').header('cache-control', 'public, max-age=2592000').send(bytes);
    });
  }
}
