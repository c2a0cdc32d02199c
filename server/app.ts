import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import createFastify, { type FastifyInstance, LogController } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import { watchStorage } from './db/storage/storage-watch.ts';
import { isFileFault } from './db/transaction.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { alarmRoutes } from './features/alarms/routes.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { limitGiving } from './features/approvals/limit-giving.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { arrivalsRoutes } from './features/arrivals/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { backupRoutes } from './features/backup/routes.ts';
import { bankRoutes } from './features/bank/routes.ts';
import { bulkActionRoutes } from './features/bulk-actions/routes.ts';
import { cashRoutes } from './features/cash/routes.ts';
import { openCentre } from './features/centre/open-centre.ts';
import { centreRoutes } from './features/centre/routes.ts';
import { claimRoutes } from './features/claims/routes.ts';
import { closingRoutes } from './features/closings/routes.ts';
import { comparisonRoutes } from './features/comparisons/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { rentRulesRoutes, vatRateRoutes } from './features/dated-settings/routes.ts';
import { directoryRoutes } from './features/directory/routes.ts';
import { emergencySheetRoutes } from './features/emergency-sheet/routes.ts';
import { factorRoutes } from './features/factors/routes.ts';
import { fineRoutes } from './features/fines/routes.ts';
import { gateCashRoutes } from './features/gate/cash-routes.ts';
import { gateRoutes } from './features/gate/routes.ts';
import { imageRoutes } from './features/images/routes.ts';
import { invoiceRoutes } from './features/invoices/routes.ts';
import { journalRoutes } from './features/journal/routes.ts';
import { ledgerRoutes } from './features/ledger/routes.ts';
import { legacyRoutes } from './features/legacy/routes.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { marketDayRoutes } from './features/market-days/routes.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { openDataRoutes } from './features/open-data/routes.ts';
import { otherCentreRoutes } from './features/other-centres/routes.ts';
import { otherChargeRoutes } from './features/other-charges/routes.ts';
import { outlookRoutes } from './features/outlook/routes.ts';
import { passRoutes } from './features/passes/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { placeRoutes } from './features/places/routes.ts';
import { planRoutes } from './features/plan/routes.ts';
import { pricePostRoutes } from './features/price-post/routes.ts';
import { priceRoutes } from './features/prices/routes.ts';
import { productRoutes } from './features/products/routes.ts';
import { findProgram } from './features/program-tokens/find-program.ts';
import { programTokenRoutes } from './features/program-tokens/routes.ts';
import { publicationRoutes } from './features/publications/routes.ts';
import { releaseRoutes } from './features/release/routes.ts';
import { renewReminder } from './features/reminders/renew-reminder.ts';
import { reminderRoutes } from './features/reminders/routes.ts';
import { rentMessageRoutes } from './features/rent-messages/routes.ts';
import { redeemDownloadToken } from './features/reports/redeem-download-token.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { restoreRoutes } from './features/restore/routes.ts';
import { scheduleRoutes } from './features/schedule/routes.ts';
import { seoRoutes } from './features/seo/routes.ts';
import { healthRoutes } from './features/server-state/health-routes.ts';
import { serverStateRoutes } from './features/server-state/routes.ts';
import { findCaller } from './features/session/find-caller.ts';
import { type HashPassword, hashPassword } from './features/session/hash-password.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { importRoutes } from './features/setup/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { shopSummaryRoutes } from './features/shop-summary/routes.ts';
import { shopRoutes } from './features/shops/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { tariffRoutes } from './features/tariff/routes.ts';
import { taxRoutes } from './features/tax/routes.ts';
import { tenancyRoutes } from './features/tenancies/routes.ts';
import { tenantPageRoutes } from './features/tenant-pages/routes.ts';
import { tenantRoutes } from './features/tenants/routes.ts';
import { sanitationTicketRoutes } from './features/tickets/sanitation/routes.ts';
import { vehicleTicketRoutes } from './features/tickets/vehicle/routes.ts';
import { walkRoutes } from './features/walks/routes.ts';
import { weatherRoutes } from './features/weather/routes.ts';
import { serveFonts } from './http/assets/font-files.ts';
import type { WebBuild } from './http/assets/web-build.ts';
import { watchCacheVersion } from './http/cache/cache-version.ts';
import { ResponseCache } from './http/cache/response-cache.ts';
import { answerInTurn } from './http/core/answer-in-turn.ts';
import type { AppContext, CertificateState, ServerControl } from './http/core/app-context.ts';
import { clientAddress, networkOf } from './http/core/client-address.ts';
import { registerCors } from './http/core/cors.ts';
import { securityHeaders } from './http/core/headers.ts';
import { redirectHome } from './http/core/language-of.ts';
import { limitConnections, SERVER_TIMEOUTS } from './http/core/limit-connections.ts';
import { LoadLimiter } from './http/core/limit-load.ts';
import { schemaController } from './http/core/no-schemas.ts';
import { parseJsonBodies } from './http/core/parse-json.ts';
import { SecretBox } from './http/core/secret-box.ts';
import { TokenIssuer } from './http/core/token.ts';
import { answerError, answerUnknownPath } from './http/errors/answer-error.ts';
import { serializeError } from './http/errors/serialize-error.ts';
import { apiDocsRoutes } from './http/openapi/api-docs.ts';

export interface AppOptions {
  config: Config;
  clock: Clock;
  database: Database;
  tokenSecret: string;
  /** Tests pass a faster one. */
  hashPassword?: HashPassword;
  control?: ServerControl;
  certificate?: CertificateState;
  web?: (fastify: FastifyInstance) => Promise<WebBuild>;
}

/** The maximum length of a URL. No URL of the product is longer, even with the longest search text. */
const LONGEST_ADDRESS = 2048;
/**
 * Matches a path. It does not match `*`, `//host` or an address with a host, because code that reads the path would
 * mistake parts of it for host and port.
 */
const PATH = /^\/(?!\/)/;

/** Returns a server that does not listen yet. */
export async function buildApp(world: AppOptions): Promise<FastifyInstance> {
  const { config, clock, database } = world;
  const loadLimiter = new LoadLimiter();
  const responseCache = new ResponseCache({
    admit: () => loadLimiter.admit('visitor'),
    clock,
    networkOf: (request) => networkOf(clientAddress(request)),
  });
  const fastify = makeApp(config, responseCache);
  loadLimiter.watch(fastify);
  const centre = await openCentre(database.reader, config);
  const app: AppContext = {
    fastify,
    config,
    clock,
    database,
    responseCache,
    centre,
    loadLimiter,
    certificate: world.certificate ?? { daysLeft: undefined },
    maintenance: { isRestoring: false, control: world.control },
    tokens: new TokenIssuer(world.tokenSecret),
    secrets: new SecretBox(world.tokenSecret),
    hashPassword: world.hashPassword ?? hashPassword,
    redeemDownloadToken: (ticket, now) => redeemDownloadToken(database, ticket, now),
    limitGiving,
    findCaller: (sessionId, now) => findCaller(database, sessionId, now),
    findProgram: (token, now) => findProgram(database, token, now),
  };
  await fastify.register(fastifyMultipart);

  await registerFeatures(app);

  serveFonts(fastify);
  if (world.web) {
    const web = await world.web(fastify);
    seoRoutes(app, web);
    sharingRoutes(app, web);
    siteRoutes(app, web);
  }

  await watchDatabase(app);
  return fastify;
}

async function registerFeatures(app: AppContext): Promise<void> {
  healthRoutes(app);
  // Loaded only if metrics are on, because its packages need memory and time.
  if (app.config.metrics.address || app.config.metrics.token !== undefined)
    (await import('./features/metrics/routes.ts')).metricsRoutes(app);
  apiDocsRoutes(app);
  sessionRoutes(app);
  factorRoutes(app);
  accountRoutes(app);
  programTokenRoutes(app);
  tenantRoutes(app);
  tenancyRoutes(app);
  invoiceRoutes(app);
  fineRoutes(app);
  paymentRoutes(app);
  cashRoutes(app);
  bankRoutes(app);
  tenantPageRoutes(app);
  claimRoutes(app);
  rentMessageRoutes(app);
  stallRoutes(app);
  placeRoutes(app);
  otherChargeRoutes(app);
  shopSummaryRoutes(app);
  journalRoutes(app);
  closingRoutes(app);
  ledgerRoutes(app);
  mailRoutes(app, { renewReminder });
  alertRoutes(app);
  dashboardRoutes(app);
  reminderRoutes(app);
  reportRoutes(app);
  productRoutes(app);
  importRoutes(app);
  legacyRoutes(app);
  restoreRoutes(app);
  imageRoutes(app);
  priceRoutes(app);
  pricePostRoutes(app);
  marketDayRoutes(app);
  weatherRoutes(app);
  publicDataRoutes(app);
  publicationRoutes(app);
  ticketRoutes(app);
  vatRateRoutes(app);
  rentRulesRoutes(app);
  taxRoutes(app);
  scheduleRoutes(app);
  alarmRoutes(app);
  releaseRoutes(app);
  serverStateRoutes(app);
  approvalRoutes(app);
  centreRoutes(app);
  bulkActionRoutes(app);
  auditRoutes(app);
  backupRoutes(app);
  emergencySheetRoutes(app);
}

function ticketRoutes(app: AppContext): void {
  sanitationTicketRoutes(app);
  vehicleTicketRoutes(app);
  gateRoutes(app);
  gateCashRoutes(app);
  tariffRoutes(app);
  passRoutes(app);
}

function stallRoutes(app: AppContext): void {
  shopRoutes(app);
  planRoutes(app);
  walkRoutes(app);
  directoryRoutes(app);
}

function publicDataRoutes(app: AppContext): void {
  comparisonRoutes(app);
  openDataRoutes(app);
  otherCentreRoutes(app);
  arrivalsRoutes(app);
  mcpRoutes(app);
  outlookRoutes(app);
}

async function watchDatabase({ fastify, database, clock, responseCache, centre }: AppContext): Promise<void> {
  const stopWatching = await watchCacheVersion({ database, clock, responseCache, centre }, fastify.log);
  const stopReporting = watchStorage(database, (fault) => fastify.log.error({ fault }, 'no write is taken'));
  fastify.addHook('onError', async (_, __, error) => {
    if (isFileFault(error)) database.writes.failed(error);
  });
  fastify.addHook('onClose', async () => {
    stopWatching();
    stopReporting();
  });
}

/** Cached answers are sent before Fastify sees the request. */
function makeApp(config: Config, responseCache: ResponseCache): FastifyInstance {
  const always = securityHeaders(config);
  const fastify = createFastify({
    schemaController,
    serverFactory: (handle, options) => {
      const server = http.createServer({ ...options, ...SERVER_TIMEOUTS });
      const isRefused = limitConnections(server, config);
      const answer = answerInTurn((request, response) => {
        if (isRefused(request, response) || redirectHome(request, response, always)) return;
        if (!responseCache.answer(request, response)) handle(request, response);
      });
      return server.on('request', answer).on('connect', refuseTunnel);
    },
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { err: serializeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply.headers(always).header('x-request-id', request.id));
    },
  });
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  parseJsonBodies(fastify);
  fastify.setErrorHandler(answerError);
  fastify.setNotFoundHandler(answerUnknownPath);
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    if (request.url.length > LONGEST_ADDRESS) throw new Refusal('address_too_long');
    // Answered here, because the error page of a route reads the path.
    if (!PATH.test(request.url)) return answerError(new Refusal('invalid_input'), request, reply);
  });
  if (config.trustProxy === false) warnOfProxy(fastify);
  fastify.addHook('onRequest', registerCors(config.corsOrigins));
  fastify.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 503 && reply.hasHeader('retry-after')) return;
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  return fastify;
}

function refuseTunnel(_: http.IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

/** If the setting is a number, it is the number of proxies in front of the server. */
function trustedProxies({ trustProxy }: Config): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy;
}

/**
 * Logs a warning at the first request with X-Forwarded-For, if no proxy is trusted. The header is ignored, so all
 * visitors would seem to have the address of the proxy and would share the limits of one visitor.
 */
function warnOfProxy(fastify: FastifyInstance): void {
  let isReported = false;
  fastify.addHook('onRequest', async (request) => {
    if (isReported || request.headers['x-forwarded-for'] === undefined) return;
    isReported = true;
    request.log.warn('a request came with X-Forwarded-For, which is ignored: if a proxy sent it, set TRUST_PROXY');
  });
}
