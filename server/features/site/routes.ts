import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedPage } from '#contract/site.ts';
import type { Door } from '../../http/door.ts';
import { PUBLIC_CACHE, securityHeaders } from '../../http/headers.ts';
import type { WebBuild } from '../../http/site-build.ts';
import { type LoadedPage, type PageQuestion, pageLoader } from './load-page.ts';

/** Everything that is not the API: the public pages, kept as bytes, and the one shell of the back office. */
export function siteRoutes(door: Door, web: WebBuild): void {
  const load = pageLoader(door);
  door.app.get('/*', async (request, reply) => {
    const kept = door.publicBytes.find(request.url, request.headers);
    if (kept) return reply.code(kept.status).headers(kept.headers).send(kept.body);
    const address = new URL(`http://market${request.url}`);
    if (/^\/api(\/|$)/.test(address.pathname)) return reply.callNotFound();
    const site = await web.renderer();
    const match = site.match(decodePath(address.pathname));
    if (match.kind === 'office') return sendOffice(web, reply);
    const { edition } = door.publicBytes;
    const path = address.pathname.slice(match.language === 'en' ? 0 : 3) || '/';
    const frame = { language: match.language, path: path + address.search, centre: door.config.centre };
    const question: PageQuestion = { ...match, query: address.searchParams };
    const { page, data } = await load(question);
    const rendered = site.render(page, data as DataOf<typeof page>, frame, web.siteAssets);
    return sendPage(door, web, request, reply, { ...rendered, edition });
  });
}

type DataOf<Page extends LoadedPage['page']> = Extract<LoadedPage, { page: Page }>['data'];

async function sendPage(
  door: Door,
  web: WebBuild,
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: RenderedPage & { edition: string },
): Promise<FastifyReply> {
  const headers: Record<string, string> = {
    ...securityHeaders(door.config),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': PUBLIC_CACHE,
    vary: 'accept-encoding',
    'content-security-policy': sitePolicy(rendered.styleHashes),
  };
  if (!web.isProduction) {
    reply.removeHeader('content-security-policy');
    return reply.code(rendered.status).type('text/html; charset=utf-8').send(rendered.html);
  }
  if (rendered.status !== 200) return reply.code(rendered.status).headers(headers).send(rendered.html);
  const chosen = await door.publicBytes.keep(request.url, rendered.edition, rendered.html, headers, request.headers);
  return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
}

function sendOffice(web: WebBuild, reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  if (web.isProduction) reply.header('content-security-policy', OFFICE_POLICY);
  else reply.removeHeader('content-security-policy');
  return reply.send(web.officeShell);
}

/** Nothing but our own files; inline styles only by their hash. */
function sitePolicy(styleHashes: string[]): string {
  return `${COMMON_POLICY}; style-src ${styleHashes.join(' ')}`;
}

const COMMON_POLICY =
  "default-src 'none'; script-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The office's component library writes styles at run time; scripts stay our own files alone. */
const OFFICE_POLICY = `${COMMON_POLICY}; style-src 'self' 'unsafe-inline'`;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
