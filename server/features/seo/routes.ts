import { createHash } from 'node:crypto';
import { isDay } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { PUBLIC_CACHE, publicReadHeaders } from '../../http/core/headers.ts';
import { listedProducts } from '../prices/list-products.ts';
import { presentDay } from '../prices/present.ts';
import { listDay } from '../prices/queries.ts';
import { pageFramer } from '../site/frame-page.ts';
import { ShareImageCache } from './cache-share-images.ts';
import { listSitemapPages } from './list-pages.ts';
import { writeRobots } from './write-robots.ts';
import { writeSitemap } from './write-sitemap.ts';

export function seoRoutes(app: AppContext, web: WebBuild): void {
  const { fastify, config } = app;
  fastify.get('/robots.txt', async (request, reply) => {
    const { officePaths } = await web.renderer();
    return sendCached(app, { request, reply }, async () => ({
      content: writeRobots(officePaths, config.publicUrl),
      headers: { ...publicReadHeaders(config), 'content-type': 'text/plain; charset=utf-8' },
    }));
  });
  fastify.get('/sitemap.xml', async (request, reply) => {
    const { publicUrl } = config;
    if (publicUrl === undefined) return reply.callNotFound();
    const { publicPaths } = await web.renderer();
    return sendCached(app, { request, reply }, async () => ({
      content: writeSitemap(await listSitemapPages(app.database.reader, publicPaths, today(app.clock)), publicUrl),
      headers: { ...publicReadHeaders(config), 'content-type': 'application/xml; charset=utf-8' },
    }));
  });
  sharePictures(app, web);
}

function sharePictures(app: AppContext, web: WebBuild): void {
  const { fastify, config, database } = app;
  const products = listedProducts(app);
  const frame = pageFramer(app);
  const pictures = new ShareImageCache();
  const host = config.publicUrl === undefined ? '' : new URL(config.publicUrl).host;
  fastify.get<{ Params: { language: string; file: string } }>('/share/:language/:file', async (request, reply) => {
    const language = languages.find((one) => one === request.params.language);
    const date = request.params.file.replace(/\.png$/, '');
    if (!language || !isDay(date) || !request.params.file.endsWith('.png')) throw new Refusal('image_not_found');
    const rows = presentDay(await listDay(database.reader, date), await products());
    if (rows.length === 0) throw new Refusal('image_not_found');
    const site = await web.renderer();
    const card = site.shareCard({ date, rows }, await frame(language, '/'));
    const mark = createHash('sha256')
      .update(JSON.stringify([card, host]))
      .digest('base64url');
    const etag = `"${mark}"`;
    reply.headers({
      ...PUBLIC_CACHE,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    // Loaded on first use, because it slows the start.
    const { drawShareImage } = await import('./draw-share-image.ts');
    return reply.type('image/png').send(await pictures.get(mark, () => drawShareImage(card, host)));
  });
}
