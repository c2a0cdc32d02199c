import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, isRead } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage, writeJson } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import { secondsLater } from '../clock.ts';
import type { CacheableAnswer } from './cache/cached-answer.ts';
import { sendCached } from './cache/send-cached.ts';
import type { AppContext, Caller } from './core/app-context.ts';
import { authorize } from './core/auth.ts';
import { FileResponse, StreamedFile } from './core/file-response.ts';
import type { AnyHandler, Handler } from './core/handler.ts';
import { publicReadHeaders } from './core/headers.ts';
import { linkCookies } from './core/link-cookie.ts';
import { OtherStatus } from './core/other-status.ts';
import { Paginated } from './core/paginated.ts';
import { RawJson } from './core/raw-json.ts';
import { badInput, largestBody, type RequestContext, readRequest, unknownKeys } from './core/read-request.ts';
import { answerJson, answerStream } from './core/send-compressed.ts';
import { StreamedJson } from './core/streamed-json.ts';
import { answerSignInPage } from './errors/answer-sign-in-page.ts';
import { recordOnce, runKeyed, startOnce } from './idempotency/answer-write.ts';

const REPORTS_PAGE = '/reports';
/** The account of a visitor, who has none. */
const NOBODY = 0;

/** The versioned PUT calls by path. Each replaces the object that the GET call with the same path returns. */
const replacingCalls = new Map(
  listCalls()
    .filter(({ entry }) => entry.method === 'PUT' && entry.writes === 'versioned')
    .map(({ entry }) => [entry.path, entry]),
);

/**
 * Checks the permission, then every part of the request, and answers with the entry's status. Public reads marked
 * `cached` go through the response cache.
 */
export function endpoint<C extends Call, Made = undefined>(app: AppContext, entry: C, handler: Handler<C, Made>): void {
  const answer = answerBy<C, Made>(app, entry, handler);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const replacing = entry.method === 'GET' ? replacingCalls.get(entry.path) : undefined;
  const queryKeys = Object.keys(entry.query?.shape ?? {});
  const read = (request: FastifyRequest) => readRequest(app, entry, { request, caller: callers.get(request) });
  const admitCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    // For a cached call the response cache calls `admit`, and only if it has no stored answer.
    if (!entry.cached) app.loadLimiter.admit(isOfVisitors(entry) ? 'visitor' : 'staff');
    refuseWhileRestoring(app, entry);
    try {
      const caller = await authorize(app, entry, request);
      if (caller) {
        callers.set(request, caller);
        app.loadLimiter.passStaff(request);
      }
    } catch (error) {
      if (!entry.acceptsDownloadToken) throw error;
      return answerSignInPage(error, { request, reply, next: REPORTS_PAGE });
    }
  };
  app.fastify.route({
    method: entry.method,
    url: entry.path,
    bodyLimit: largestBody(entry),
    // The permission is checked before the body is read, so that ten megabytes from a stranger are not parsed in vain.
    onRequest: admitCaller,
    // HEAD is not supported for this call, because a HEAD request would be recorded in the audit log too.
    ...(!isRead(entry) && { exposeHeadRoute: false }),
    handler: async (request, reply) => {
      if (entry.cached) {
        const unknown = unknownKeys(entry, { query: request.query, body: undefined });
        if (unknown.length > 0) throw badInput(unknown);
        return sendCached(app, { request, reply, queryKeys }, async () =>
          asPublic(app, entry, await answer(await read(request))),
        );
      }
      const ask = await read(request);
      const answered = await answer(ask);
      reply.code(entry.status ?? 200).headers(freshness(entry));
      if (entry.session) reply.header('set-cookie', linkCookies(app, tokenOf(entry, answered)));
      if (replacing) reply.header('etag', `"${versionOf(replacing, answered as object)}"`);
      return send({ request, reply, language: ask.language, account: ask.caller?.accountId ?? NOBODY }, answered);
    },
  });
}

const RESTORE_PATH = '/api/restore';
const RESTORE_SECONDS = 10;

/** Refuses every write while the market is being replaced by a backup, in words. */
function refuseWhileRestoring({ maintenance }: AppContext, entry: Call): void {
  if (!maintenance.isRestoring || isRead(entry) || entry.path.startsWith(RESTORE_PATH)) return;
  throw new Refusal('not_ready', { message: apiMessage('restore.writing'), retryAfterSeconds: RESTORE_SECONDS });
}

function answerBy<C extends Call, Made>(
  app: AppContext,
  entry: C,
  handler: AnyHandler<C, Made>,
): (ask: RequestContext<C>) => Promise<unknown> {
  if (typeof handler === 'function') return handler;
  if ('record' in handler) return recordOnce(app, entry, handler);
  if ('start' in handler) return startOnce(app.database, entry, handler);
  return runKeyed(app.database, entry, handler);
}

/** Returns the token of the session that a call opened; empty for a call that ended one. */
function tokenOf({ session }: Call, answered: unknown): string {
  return session === 'opened' ? (answered as { token: string }).token : '';
}

/** Returns true for calls that visitors make. Signing in is public too, but only staff sign in. */
function isOfVisitors({ path, permission }: Call): boolean {
  return permission === 'public' && !path.startsWith('/api/admin/');
}

async function send(
  exchange: { request: FastifyRequest; reply: FastifyReply; language: Language; account: number },
  answered: unknown,
): Promise<FastifyReply> {
  const { reply, language } = exchange;
  if (answered instanceof OtherStatus)
    return answerJson({ ...exchange, reply: reply.code(answered.status) }, writeJson(answered.body, language));
  if (answered instanceof Paginated)
    return answerJson(
      { ...exchange, reply: reply.header('x-total-count', String(answered.total)) },
      writeJson(answered.rows, language),
    );
  if (answered instanceof StreamedFile || answered instanceof StreamedJson) return answerStream(exchange, answered);
  if (!(answered instanceof FileResponse)) return answerJson(exchange, writeJson(answered, language));
  return reply.headers(answered.headers).send(answered.content);
}

function asPublic({ config, clock }: AppContext, { expiresSeconds }: Call, answered: unknown): CacheableAnswer {
  const headers = publicReadHeaders(config);
  const expiresAt = expiresSeconds === undefined ? undefined : secondsLater(clock, expiresSeconds);
  if (answered instanceof FileResponse)
    return {
      content: answered.content,
      headers: { ...headers, ...answered.headers },
      isCompressed: answered.isCompressed,
      expiresAt,
    };
  if (answered instanceof RawJson) return { content: answered.content, headers, expiresAt };
  if (!(answered instanceof Paginated)) return { content: JSON.stringify(answered), headers, expiresAt };
  const counted = { ...headers, 'x-total-count': String(answered.total) };
  return { content: JSON.stringify(answered.rows), headers: counted, expiresAt };
}

/** Returns cache headers for an answer that this server does not cache. */
function freshness({ maxAgeSeconds }: Call): Record<string, string> {
  if (maxAgeSeconds === undefined) return { 'cache-control': 'no-store' };
  // Every origin is allowed, because a shared cache may send the same answer to another site.
  return { 'cache-control': `public, max-age=${maxAgeSeconds}`, 'access-control-allow-origin': '*' };
}
