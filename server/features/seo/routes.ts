import { createHash } from 'node:crypto';
import { isDay } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import { languages } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import { sendKept } from '../../http/cache/send-cached.ts';
import type { Door } from '../../http/core/app-context.ts';
import { PUBLIC_CACHE, publicReadHeaders } from '../../http/core/headers.ts';
import { listedProducts } from '../prices/list-products.ts';
import { presentDay } from '../prices/present.ts';
import { listDay } from '../prices/queries.ts';
import { pageFramer } from '../site/frame-page.ts';
import { KeptPictures } from './cache-share-images.ts';
import { listPlaces } from './list-pages.ts';
import { writeRobots } from './write-robots.ts';
import { writeSitemap } from './write-sitemap.ts';

/** What search engines and those who show a link ask for: robots.txt, the sitemap, and a picture for each day. */
export function findableRoutes(door: Door, web: WebBuild): void {
  const { app, config } = door;
  app.get('/robots.txt', async (request, reply) => {
    const { officePaths } = await web.renderer();
    return sendKept(door, request, reply, async () => ({
      content: writeRobots(officePaths, config.publicUrl),
      headers: { ...publicReadHeaders(config), 'content-type': 'text/plain; charset=utf-8' },
    }));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const { publicUrl } = config;
    // The format knows whole addresses alone.
    if (publicUrl === undefined) return reply.callNotFound();
    const { publicPaths } = await web.renderer();
    return sendKept(door, request, reply, async () => ({
      content: writeSitemap(await listPlaces(door.database.reader, publicPaths, today(door.clock)), publicUrl),
      headers: { ...publicReadHeaders(config), 'content-type': 'application/xml; charset=utf-8' },
    }));
  });
  sharePictures(door, web);
}

function sharePictures(door: Door, web: WebBuild): void {
  const { app, config, database } = door;
  const products = listedProducts(door);
  const frame = pageFramer(door);
  const pictures = new KeptPictures();
  const host = config.publicUrl === undefined ? '' : new URL(config.publicUrl).host;
  app.get<{ Params: { language: string; file: string } }>('/share/:language/:file', async (request, reply) => {
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
      'cache-control': PUBLIC_CACHE,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    // Read when a picture is first drawn, for its letters cost a server its quick start.
    const { drawShare } = await import('./draw-share-image.ts');
    return reply.type('image/png').send(await pictures.get(mark, () => drawShare(card, host)));
  });
}
