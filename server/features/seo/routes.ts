import { today } from '../../clock.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { publicReadHeaders } from '../../http/core/headers.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { writeRobots } from './write-robots.ts';
import { listSitemapPages, writeSitemap } from './write-sitemap.ts';

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
    const { publicPages } = await web.renderer();
    return sendCached(app, { request, reply }, async () => {
      const market = { db: app.database.reader, book: await priceBook(app)(), today: today(app.clock) };
      return {
        content: writeSitemap(await listSitemapPages(market, publicPages), publicUrl),
        headers: { ...publicReadHeaders(config), 'content-type': 'application/xml; charset=utf-8' },
      };
    });
  });
}
