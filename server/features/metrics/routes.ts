import { createHash, timingSafeEqual } from 'node:crypto';
import createFastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { Refusal } from '#contract/refusals.ts';
import { elapsedMs } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { schemaController } from '../../http/core/no-schemas.ts';
import { answerError } from '../../http/errors/answer-error.ts';
import { shareReads } from '../../limit-work.ts';
import { measureCertificate } from './certificate-metric.ts';
import { measureDisk } from './disk-metrics.ts';
import { loadMarketFigures, type MarketFigures, marketGauges } from './market-figures.ts';
import { measureProcess } from './process-metrics.ts';

/** The longest time that a scrape waits for the figures of the market. Prometheus waits for ten seconds by default. */
const FIGURES_MS = 3000;
/** The figures of the last reading are sent until they are this old without being a fault of the database. */
const OLDEST_MS = 60_000;
const MOST_CONNECTIONS = 16;
const REQUEST_MS = 10_000;

/** Serves /metrics on a separate address if one is configured, otherwise on the public one. */
export function metricsRoutes(app: AppContext): void {
  const { fastify, config } = app;
  const { address, token } = config.metrics;
  const scrape = scraper(app);
  if (!address) {
    serve(fastify, scrape, token);
    return;
  }
  const apart = createFastify({ schemaController, requestTimeout: REQUEST_MS, forceCloseConnections: true });
  apart.server.maxConnections = MOST_CONNECTIONS;
  apart.setErrorHandler(answerError);
  serve(apart, scrape, token);
  // If the address is in use, this hook fails, and the server does not start.
  fastify.addHook('onReady', async () => {
    await apart.listen(address);
  });
  fastify.addHook('onClose', () => apart.close());
}

interface Scraped {
  type: string;
  text: string;
}

function serve(fastify: FastifyInstance, scrape: () => Promise<Scraped>, token: string | undefined): void {
  fastify.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (token !== undefined && !hasToken(request, token)) throw new Refusal('unauthorized');
    const { type, text } = await scrape();
    return reply.header('cache-control', 'no-store').type(type).send(text);
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

function scraper(app: AppContext): () => Promise<Scraped> {
  const { database, clock, config, fastify } = app;
  const registry = new Registry();
  measureProcess(app, registry);
  measureDisk(app, registry);
  measureCertificate(app, registry);
  const showFigures = marketGauges(registry);
  const fault = new Gauge({
    name: 'pola_database_fault',
    help: '1 while writes are not taken, and for 90 seconds after a write that was not; when files of the database were lost; and when the figures of the market could not be read, or are older than a minute.',
    registers: [registry],
  });
  const figuresAge = new Gauge({
    name: 'pola_figures_age_seconds',
    help: 'The age of the figures of the market. Those of the last reading are sent when a new one takes too long.',
    registers: [registry],
  });
  let last: { figures: MarketFigures; atMs: number } | undefined;
  // The result is stored here, because the scrape that asked for it may have been answered already.
  const read = async () => {
    const figures = await database.snapshotApart((db) => loadMarketFigures(db, { now: clock.now(), config }));
    last = { figures, atMs: elapsedMs() };
  };
  const readFigures = shareReads(read, FIGURES_MS);
  return async () => {
    let isUnreadable = false;
    await readFigures().catch((error: unknown) => {
      fastify.log.warn({ err: error }, 'the figures of the market could not be read');
      isUnreadable = true;
    });
    showFigures(last?.figures);
    const ageMs = last ? elapsedMs() - last.atMs : Number.POSITIVE_INFINITY;
    figuresAge.set(ageMs / 1000);
    const isFaulty = isUnreadable || ageMs > OLDEST_MS || database.writes.hadFault();
    fault.set(isFaulty || database.storageFault() !== undefined ? 1 : 0);
    return { type: registry.contentType, text: await registry.metrics() };
  };
}
