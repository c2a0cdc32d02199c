import type { FastifyInstance } from 'fastify';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { WORKER_POLICY } from '../../http/core/content-policy.ts';

const ICON_SIZES = [192, 512];

export function serveServiceWorker({ fastify, centre }: AppContext, web: WebBuild): void {
  serveWorker(fastify, web.siteWorker);
  for (const language of languages) {
    fastify.get(inLanguage(language, '/manifest.webmanifest'), async (_request, reply) =>
      reply
        .header('content-type', 'application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(JSON.stringify(manifestOf(centre.facts.name[language], language))),
    );
  }
}

/** Revalidated, so that a new build is noticed at the next visit. */
function serveWorker(fastify: FastifyInstance, worker: string | undefined): void {
  if (worker === undefined) return;
  fastify.get('/sw.js', async (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send(worker),
  );
}

function manifestOf(name: string, language: Language) {
  return {
    name,
    short_name: name,
    lang: language,
    id: inLanguage(language, '/'),
    start_url: inLanguage(language, '/home-dailyprice#start'),
    scope: '/',
    display: 'standalone',
    background_color: '#fbf6ea',
    theme_color: '#14532d',
    icons: [
      ...ICON_SIZES.map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}
