import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { alerts } from '#contract/alerts.ts';
import { ARRIVALS_EXPIRE_SECONDS } from '#contract/arrivals.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { RenderedPage } from '#contract/site.ts';
import { TENANT_PAGE_PATH } from '#contract/tenant-page-link.ts';
import { secondsLater } from '../../clock.ts';
import { gatePage, gateWorker } from '../../http/assets/gate-page.ts';
import { type WebBuild, withDemoPassword } from '../../http/assets/web-build.ts';
import { canonicalAddress } from '../../http/cache/canonical-address.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { clientAddress } from '../../http/core/client-address.ts';
import { GATE_POLICY, OFFICE_POLICY, sitePolicy, WORKER_POLICY } from '../../http/core/content-policy.ts';
import { PUBLIC_CACHE, securityHeaders } from '../../http/core/headers.ts';
import { badInput } from '../../http/core/read-request.ts';
import { logError } from '../../http/errors/answer-error.ts';
import { isTooMuchWork } from '../../limit-work.ts';
import { changeSubscription, confirmSubscription, endSubscription } from '../alerts/change-subscription.ts';
import { startSubscription } from '../alerts/start-subscription.ts';
import { frameWithoutDatabase, pageFramer } from './frame-page.ts';
import { loadAlert, loadAlerts } from './load-alerts.ts';
import { type LoadedPage, type PageQuestion, pageLoader } from './load-page.ts';
import { stallsPath } from './load-stalls.ts';
import { takeClaims } from './take-claim.ts';
import { attempt, refuseOtherSites } from './take-form.ts';
import { takeMessageChoices } from './take-message-choice.ts';
import { sendTenantPapers } from './tenant-papers.ts';

export function siteRoutes(app: AppContext, web: WebBuild): void {
  serveServiceWorker(app, web);
  gateRoutes(app, web);
  const load = pageLoader(app);
  const framePage = pageFramer(app);
  const renderPage = async ({ page, data }: LoadedPage, language: Language, path: string) => {
    const frame = await framePage(language, path);
    const rendered = (await web.renderer()).render(page, data as DataOf<typeof page>, {
      frame,
      assets: web.siteAssets,
    });
    const headers = pageHeaders(app, rendered);
    if (path === '/' && language === 'en') headers.vary = 'accept-encoding, accept-language';
    return { status: rendered.status, content: rendered.content, headers };
  };
  const sendUnstored: SendPage = async ({ reply, language }, loaded, status) => {
    const { content, headers, ...rendered } = await renderPage(loaded, language, unstoredPath(loaded));
    reply.code(rendered.status === 404 ? 404 : status).headers({ ...headers, ...UNSTORED });
    if (!web.isProduction) reply.removeHeader('content-security-policy');
    return reply.send(content);
  };
  const signInShell = withDemoPassword(web.signInShell, app.config.demoPassword);
  takeAlertForms(app, sendUnstored);
  sendTenantPapers(app, sendUnstored);
  takeClaims(app, sendUnstored);
  takeMessageChoices(app, sendUnstored);
  app.fastify.get('/*', { errorHandler: brokenPage(app, web) }, async (request, reply) => {
    const address = new URL(`http://market${request.url}`);
    if (/^\/api(\/|$)/.test(address.pathname)) return reply.callNotFound();
    const site = await web.renderer();
    const match = site.match(decodePath(address.pathname));
    if (match.kind === 'office') {
      if (match.isUnknown) reply.code(404);
      return sendOffice(web, match.isSignIn ? signInShell : web.officeShell, reply);
    }
    const { query: queryKeys = [], hasArrivals, isUnstored } = match.serving;
    const canonical = new URL(`http://market${canonicalAddress(request.url, queryKeys)}`);
    const path = pathWithoutLanguage(canonical, match.language);
    const question: PageQuestion = { ...match, query: canonical.searchParams };
    const { language } = match;
    if (isUnstored) {
      app.loadLimiter.admit('visitor');
      return sendUnstored({ request, reply, language }, await load(question), 200);
    }
    const answerPage = async () => {
      const expiresAt = hasArrivals ? secondsLater(app.clock, ARRIVALS_EXPIRE_SECONDS) : undefined;
      return { ...(await renderPage(await load(question), language, path)), expiresAt };
    };
    if (web.isProduction) return sendCached(app, { request, reply, queryKeys }, answerPage);
    const { status, content, headers } = await answerPage();
    reply.removeHeader('content-security-policy');
    return reply.code(status).type(headers['content-type']).send(content);
  });
}

/** Returns where the language switch leads. That of a wrong link is the same for all of them. */
function unstoredPath(loaded: LoadedPage): string {
  if (loaded.page === 'alert') return `/alerts/manage?key=${loaded.data.key}`;
  if (loaded.page === 'tenant') return `${TENANT_PAGE_PATH}/${loaded.data.link}`;
  if (loaded.page === 'stalls') return stallsPath(loaded.data);
  return loaded.page === 'alerts' ? '/alerts' : '/';
}

const UNSTORED = { 'cache-control': 'no-store', 'cdn-cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function brokenPage(app: AppContext, web: WebBuild) {
  const busyPages = new Map<Language, RenderedPage>();
  let { contact } = app.centre;
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = logError(error, request, reply);
    const address = new URL(`http://market${request.url}`);
    const site = await web.renderer();
    const match = site.match(decodePath(address.pathname));
    const language = match.kind === 'public' ? match.language : 'en';
    const render = (path: string) =>
      site.render('broken', {}, { frame: frameWithoutDatabase(app, language, path), assets: web.siteAssets });
    if (contact !== app.centre.contact) busyPages.clear();
    contact = app.centre.contact;
    // While the server is overloaded, the error page is rendered only once per language and sent for every path. Its
    // language links therefore lead to the home page.
    const busy = isTooMuchWork(refusal) ? busyPages : undefined;
    const rendered = busy?.get(language) ?? render(busy ? '/' : pathWithoutLanguage(address, language));
    busy?.set(language, rendered);
    const headers = { ...pageHeaders(app, rendered), 'cache-control': 'no-store' };
    return reply.code(refusal.status).headers(headers).send(rendered.content);
  };
}

function pathWithoutLanguage({ pathname, search }: URL, language: Language): string {
  return (pathname.slice(language === 'en' ? 0 : 3) || '/') + search;
}

type DataOf<Page extends LoadedPage['page']> = Extract<LoadedPage, { page: Page }>['data'];

function pageHeaders({ config }: AppContext, rendered: RenderedPage) {
  const frameSource = rendered.showsMap ? new URL(config.mapUrl).origin : undefined;
  return {
    ...securityHeaders(config),
    'content-type': 'text/html; charset=utf-8',
    ...PUBLIC_CACHE,
    vary: 'accept-encoding',
    'content-security-policy': sitePolicy(rendered, frameSource),
  };
}

function sendOffice({ isProduction }: WebBuild, shell: string, reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  if (isProduction) reply.header('content-security-policy', OFFICE_POLICY);
  else reply.removeHeader('content-security-policy');
  return reply.send(shell);
}

function gateRoutes({ fastify, centre }: AppContext, web: WebBuild): void {
  let made: { name: string; page: string; worker: string | undefined } | undefined;
  const gateOf = (name: string) => {
    if (made?.name !== name) made = { name, page: gatePage(web.gate, name), worker: gateWorker(web.gate, name) };
    return made;
  };
  const send = (reply: FastifyReply, type: string, content: string) => {
    reply.header('content-type', `${type}; charset=utf-8`).header('cache-control', 'no-store');
    if (web.isProduction) reply.header('content-security-policy', GATE_POLICY);
    else reply.removeHeader('content-security-policy');
    return reply.send(content);
  };
  for (const path of ['/gate', '/gate/*'])
    fastify.get(path, async (_, reply) => send(reply, 'text/html', gateOf(centre.facts.name.en).page));
  fastify.get('/gate/worker.js', async (_, reply) => {
    const { worker } = gateOf(centre.facts.name.en);
    if (worker === undefined) return reply.callNotFound();
    return send(reply.header('service-worker-allowed', '/gate'), 'text/javascript', worker);
  });
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const ICON_SIZES = [192, 512];

function serveServiceWorker({ fastify, centre }: AppContext, web: WebBuild): void {
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

/** Serves the service worker. It is revalidated, so that a new build is noticed at the next visit. */
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

const MOST_BYTES = 20_000;

interface FormExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
}

type SendPage = (exchange: FormExchange, page: LoadedPage, status: number) => Promise<FastifyReply>;

interface SentForm {
  fields: URLSearchParams;
  request: FastifyRequest;
  language: Language;
}

type Answer = { page: LoadedPage; status: number };

/**
 * Accepts the forms for email alerts. They use no cookies, so another site gains nothing by making a visitor send a
 * form; forms from other sites are refused anyway.
 */
function takeAlertForms(app: AppContext, sendPage: SendPage): void {
  void app.fastify.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
    );
    const take = (path: '/alerts' | '/alerts/manage', answer: (app: AppContext, form: SentForm) => Promise<Answer>) => {
      for (const language of languages)
        scope.post(inLanguage(language, path), async (request, reply) => {
          app.loadLimiter.admit('visitor');
          const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const { page, status } = await answer(app, { fields, request, language });
          return sendPage({ request, reply, language }, page, status);
        });
    };
    take('/alerts', subscribeByForm);
    take('/alerts/manage', manageByForm);
    done();
  });
}

async function subscribeByForm(app: AppContext, { fields, request, language }: SentForm): Promise<Answer> {
  const answer = await attempt(language, async () => {
    refuseOtherSites(request);
    const address = fields.get('address') ?? '';
    const channel = address.includes('@') ? 'email' : 'sms';
    const input = check(alerts.subscribe.body, { channel, address, ...wishOf(fields), language });
    const key = await startSubscription(app, contextOf(app, request), { input, address: clientAddress(request) });
    return { sentence: apiMessage(`alerts.subscribe.${channel}`), key: channel === 'sms' ? key : null };
  });
  const { status, notice, key } = answer;
  const filled = status === 200 ? new URLSearchParams() : fields;
  return { page: { page: 'alerts', data: await loadAlerts(app, filled, { notice, key }) }, status };
}

/**
 * Changes a subscription. Mail programs unsubscribe with one request and without opening a page (RFC 8058), so their
 * request has the key in its address.
 */
async function manageByForm(app: AppContext, { fields, request, language }: SentForm): Promise<Answer> {
  const isOneClick = fields.get('List-Unsubscribe') === 'One-Click';
  const inAddress = new URL(`http://market${request.url}`).searchParams.get('key');
  const key = (isOneClick ? inAddress : fields.get('key')) ?? '';
  const action = isOneClick ? 'end' : fields.get('action');
  const context = contextOf(app, request);
  const { status, notice } = await attempt(language, async () => {
    if (!isOneClick) refuseOtherSites(request);
    check(alerts.show.body, { key });
    switch (action) {
      case 'confirm':
        await confirmSubscription(app.database, context, { key, code: fields.get('code')?.replaceAll(/\s/g, '') });
        return { sentence: apiMessage('alerts.confirm.done') };
      case 'change': {
        const { key: _, ...wish } = check(alerts.change.body, { key, ...wishOf(fields), language });
        await changeSubscription(app.database, context, { key, wish });
        return { sentence: apiMessage('alerts.change.done') };
      }
      case 'end':
        await endSubscription(app.database, context, key);
        return { sentence: apiMessage('alerts.end.done') };
      default:
        throw badInput([{ field: 'action', message: apiMessage('input.required') }]);
    }
  });
  return { page: { page: 'alert', data: await loadAlert(app, key, notice) }, status };
}

function wishOf(fields: URLSearchParams) {
  const limit = fields.get('limit')?.trim();
  return { kind: fields.get('kind'), products: fields.getAll('products'), ...(limit && { limit }) };
}

function check<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { data, faults } = checkInput(schema, given);
  if (faults.length > 0)
    throw badInput(faults.map(({ field, message }) => ({ field, message: apiMessage(message.key, message.values) })));
  return data as z.output<Schema>;
}

function contextOf({ clock }: AppContext, request: FastifyRequest) {
  return { actor: 'public', now: clock.now(), requestId: request.id };
}
