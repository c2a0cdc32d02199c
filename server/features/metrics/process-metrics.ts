import type { FastifyReply } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AppContext } from '../../http/core/app-context.ts';
import { countRefusedWork } from '../../limit-work.ts';
import { release } from '../../release.ts';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests, and measures this process at each scrape. The label `route` is the pattern of the route, not the
 * address that was requested, so that the number of series is limited.
 */
export function measureProcess(
  { fastify, database, responseCache, loadLimiter }: AppContext,
  registry: Registry,
): void {
  const registers = [registry];
  countRequests(fastify, registry);
  measureCache(responseCache, registry);
  measureConnections(database, registry);
  new Gauge({
    name: 'pola_build_info',
    help: 'Always 1. The labels are the release of the running program.',
    labelNames: ['version', 'commit', 'schema'],
    registers,
  }).set({ ...release }, 1);
  const gauge = gaugesOf(registry);
  new Counter({
    name: 'pola_refused_work_total',
    help: 'Requests refused with 503 and Retry-After, because too much work was running or waiting.',
    registers,
    collect() {
      this.reset();
      this.inc(countRefusedWork());
    },
  });
  gauge(
    'pola_event_loop_delay_seconds',
    'Mean delay of the event loop, by which work is refused.',
    () => loadLimiter.delayMs / 1000,
  );
  gauge('pola_memory_bytes', 'Memory of the process (resident set).', () => process.memoryUsage.rss());
  new Counter({
    name: 'pola_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

function gaugesOf(registry: Registry) {
  return (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
}

function measureCache(responseCache: AppContext['responseCache'], registry: Registry): void {
  const gauge = gaugesOf(registry);
  new Counter({
    name: 'pola_cache_answers_total',
    help: 'Public answers from the cache (sent, or unchanged: 304) and computed ones. Only the computed ones are requests of a route.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { sent, unchanged, computed } = responseCache.use;
      this.reset();
      for (const [result, count] of Object.entries({ sent, unchanged, computed })) this.inc({ result }, count);
    },
  });
  gauge('pola_cache_answers', 'Answers in the cache.', () => responseCache.use.answers);
  gauge('pola_cache_bytes', 'Bytes of these answers before compression.', () => responseCache.use.bytes);
}

function measureConnections(database: AppContext['database'], registry: Registry): void {
  new Gauge({
    name: 'pola_database_connections',
    help: 'Connections of PostgreSQL by pool, busy or idle; of SQLite the reads that its thread may run at a time.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { pool, busy, idle } of database.poolUse()) {
        this.set({ pool, state: 'busy' }, busy);
        this.set({ pool, state: 'idle' }, idle);
      }
    },
  });
  new Gauge({
    name: 'pola_database_waiting',
    help: 'Requests that wait for one of these connections.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const { pool, waiting } of database.poolUse()) this.set({ pool }, waiting);
    },
  });
}

function countRequests(fastify: AppContext['fastify'], registry: Registry): void {
  const requests = new Counter({
    name: 'pola_requests_total',
    help: 'Requests by route and class of status; `refused` is 503 with Retry-After (too much work), `unavailable` 503 without it (writes are not taken, the database does not answer).',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  // The alert about errors needs a counter that is 0 before the first error. A labelled counter such as `requests` has
  // no sample for errors until then.
  const errors = new Counter({
    name: 'pola_errors_total',
    help: 'Requests that failed with an error of the server (5xx except 503).',
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'pola_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['kind'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  fastify.addHook('onResponse', async ({ method, routeOptions: { url } }, reply) => {
    const status = statusClass(reply);
    requests.inc({ route: url === undefined ? 'unknown' : `${method} ${url}`, status });
    if (status === '5xx') errors.inc();
    seconds.observe({ kind: url?.startsWith('/api/') ? 'api' : 'page' }, reply.elapsedTime / 1000);
  });
}

function statusClass(reply: FastifyReply): string {
  if (reply.statusCode === 503) return reply.hasHeader('retry-after') ? 'refused' : 'unavailable';
  return `${Math.floor(reply.statusCode / 100)}xx`;
}
