import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ARRIVALS_EXPIRE_SECONDS } from '#contract/arrivals.ts';
import type { Language } from '#contract/languages.ts';
import type { RenderedPage } from '#contract/site.ts';
import { secondsLater } from '../../clock.ts';
import { gatePage, gateWorker } from '../../http/assets/gate-page.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import { canonicalAddress } from '../../http/cache/canonical-address.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { GATE_POLICY, OFFICE_POLICY, sitePolicy } from '../../http/core/content-policy.ts';
import { PUBLIC_CACHE, securityHeaders } from '../../http/core/headers.ts';
import { logError } from '../../http/errors/answer-error.ts';
import { isTooMuchWork } from '../../limit-work.ts';
import { frameWithoutDatabase, pageFramer } from './frame-page.ts';
import { type LoadedPage, type PageQuestion, pageLoader } from './load-page.ts';
import { serveServiceWorker } from './serve-service-worker.ts';
import { type SendPage, takeAlertForms } from './take-alert-forms.ts';

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
    return { status: rendered.status, content: rendered.html, headers: pageHeaders(app, rendered) };
  };
  const sendUnstored: SendPage = async ({ reply, language }, loaded, status) => {
    const path = loaded.page === 'alert' ? `/alerts/manage?key=${loaded.data.key}` : '/alerts';
    const { content, headers } = await renderPage(loaded, language, path);
    reply.code(status).headers({ ...headers, ...UNSTORED });
    if (!web.isProduction) reply.removeHeader('content-security-policy');
    return reply.send(content);
  };
  takeAlertForms(app, sendUnstored);
  app.fastify.get('/*', { errorHandler: brokenPage(app, web) }, async (request, reply) => {
    const address = new URL(`http://market${request.url}`);
    if (/^\/api(\/|$)/.test(address.pathname)) return reply.callNotFound();
    const site = await web.renderer();
    const match = site.match(decodePath(address.pathname));
    if (match.kind === 'office') return sendOffice(web, reply);
    const { query: queryKeys = [], hasArrivals, isUnstored } = match.serving;
    const canonical = new URL(`http://market${canonicalAddress(request.url, queryKeys)}`);
    const path = pathWithoutLanguage(canonical, match.language);
    const question: PageQuestion = { ...match, query: canonical.searchParams };
    const { language } = match;
    if (isUnstored) {
      app.gate.admit('visitor');
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
    // A busy server renders nothing: its page is made once, and leads to the home page.
    const busy = isTooMuchWork(refusal) ? busyPages : undefined;
    const rendered = busy?.get(language) ?? render(busy ? '/' : pathWithoutLanguage(address, language));
    busy?.set(language, rendered);
    const headers = { ...pageHeaders(app, rendered), 'cache-control': 'no-store' };
    return reply.code(refusal.status).headers(headers).send(rendered.html);
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

function sendOffice(web: WebBuild, reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  if (web.isProduction) reply.header('content-security-policy', OFFICE_POLICY);
  else reply.removeHeader('content-security-policy');
  return reply.send(web.officeShell);
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
