import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Answer, Body, Call, FileFormat, Params, Query } from '#contract/call.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { CacheableAnswer } from '../cache/response-cache.ts';
import { sendCached } from '../cache/send-cached.ts';
import { answerSignInPage } from '../errors/answer-sign-in-page.ts';
import type { AppContext, Caller } from './app-context.ts';
import { authorize } from './auth.ts';
import { FileResponse, StreamedFile } from './file-response.ts';
import { publicReadHeaders } from './headers.ts';
import { Paginated } from './paginated.ts';
import { RawJson } from './raw-json.ts';
import { StreamedJson } from './streamed-json.ts';
import { readUpload } from './upload.ts';

/** The office page from which reports are opened. */
const REPORTS_PAGE = '/reports';
const MEGABYTE = 1024 * 1024;
const LARGEST_BODY = MEGABYTE;
const LARGEST_UPLOAD = 10 * MEGABYTE;
/** A reader who takes nothing for so long has gone, and what is held open for them is let go of. */
const STALLED_MS = 60_000;

/** What a handler is asked: every part checked against the contract, and who asks. */
export interface RequestContext<C extends Call> {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  /** The file part of an upload, if one came. */
  upload: Buffer | undefined;
  /** Who is signed in; for public calls nobody is. */
  caller: C['permission'] extends 'public' ? undefined : Caller;
  /** Who and when, for acts that write. */
  context: ActionContext;
  /** The Idempotency-Key, if one came. */
  idempotencyKey: string | undefined;
  /** The sender's network address, as far as it can be trusted. */
  address: string;
  /** The sender's user agent, cut to 200 characters. */
  agent: string;
}

/**
 * Binds a contract entry to what answers it: checks the sender's right, then every part of the request, and gives the
 * answer with the entry's status. Public reads marked `cached` are kept as bytes.
 */
export function endpoint<C extends Call>(
  app: AppContext,
  entry: C,
  answer: (ask: RequestContext<C>) => Promise<Answered<C>>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const read = (request: FastifyRequest) => readRequest(app, entry, request, callers.get(request));
  app.fastify.route({
    method: entry.method,
    url: entry.path,
    bodyLimit: largestBody(entry),
    // Before the body is read: a stranger's ten megabytes are not worth parsing.
    onRequest: async (request, reply) => {
      try {
        const caller = await authorize(app, entry, request, app.clock.now());
        if (caller) callers.set(request, caller);
      } catch (error) {
        if (!entry.acceptsDownloadToken) throw error;
        return answerSignInPage(error, { request, reply, next: REPORTS_PAGE });
      }
    },
    // What is audited is noted of whoever gets it.
    ...(entry.audited && { exposeHeadRoute: false }),
    handler: async (request, reply) => {
      if (entry.cached)
        return sendCached(app, request, reply, async () => asPublic(app, await answer(await read(request))));
      const ask = await read(request);
      const answered = await answer(ask);
      reply.code(entry.status ?? 200).headers(freshness(entry));
      return send(reply, answered);
    },
  });
}

/** What a handler may give: the answer itself, its JSON, a page of it, or a file. */
type Answered<C extends Call> =
  | Answer<C>
  | RawJson
  | StreamedJson
  | (C extends { paged: true } ? Paginated<Answer<C>[number & keyof Answer<C>]> : never)
  | (C extends { file: readonly FileFormat[] } ? FileResponse : never)
  | (C extends { file: readonly FileFormat[]; audited: true } ? StreamedFile : never);

function send(reply: FastifyReply, answered: unknown): FastifyReply {
  if (answered instanceof Paginated) return reply.header('x-total-count', String(answered.total)).send(answered.rows);
  if (answered instanceof StreamedFile || answered instanceof StreamedJson) {
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return reply.headers(answered.headers).send(answered.content);
  }
  if (!(answered instanceof FileResponse)) return reply.send(answered);
  return reply.headers(answered.headers).send(answered.content);
}

function asPublic({ config }: AppContext, answered: unknown): CacheableAnswer {
  const headers = publicReadHeaders(config);
  if (answered instanceof FileResponse)
    return { content: answered.content, headers: { ...headers, ...answered.headers } };
  if (answered instanceof RawJson) return { content: answered.content, headers };
  if (!(answered instanceof Paginated)) return { content: JSON.stringify(answered), headers };
  return { content: JSON.stringify(answered.rows), headers: { ...headers, 'x-total-count': String(answered.total) } };
}

/** How long others may keep an answer that we do not keep ourselves. */
function freshness({ maxAgeSeconds }: Call): Record<string, string> {
  if (maxAgeSeconds === undefined) return { 'cache-control': 'no-store' };
  // Also said to those who did not ask: a cache may hand the same answer to another site.
  return { 'cache-control': `public, max-age=${maxAgeSeconds}`, 'access-control-allow-origin': '*' };
}

function largestBody(entry: Call): number {
  return entry.maxBodyBytes ?? (entry.upload ? LARGEST_UPLOAD : LARGEST_BODY);
}

async function readRequest<C extends Call>(
  app: AppContext,
  entry: C,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<RequestContext<C>> {
  if (!entry.upload && request.isMultipart()) throw new Refusal('unsupported_type');
  const sent = entry.upload
    ? await readUpload(request, entry.upload, largestBody(entry))
    : { fields: request.body === undefined ? {} : request.body, file: undefined };
  const details: RefusedField[] = [];
  const params = check(entry.params, request.params, details);
  const query = check(entry.query, request.query, details);
  const body = check(entry.body, sent.fields, details);
  if (entry.method !== 'GET') {
    refuseStrayDryRun(request.query, details, entry.query !== undefined && 'dry_run' in entry.query.shape);
    refuseStrayDryRun(sent.fields, details, false);
  }
  if (details.length > 0) throw badInput(details);
  return {
    params: params as Params<C>,
    query: query as Query<C>,
    body: body as Body<C>,
    upload: sent.file,
    caller: caller as RequestContext<C>['caller'],
    context: { actor: caller?.email ?? 'public', now: app.clock.now(), requestId: request.id },
    idempotencyKey: keyOf(request),
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
  };
}

/** Whoever asks for a rehearsal must not be given the act itself: misspelt, or of a call that has none. */
function refuseStrayDryRun(given: unknown, details: RefusedField[], isTaken: boolean): void {
  if (typeof given !== 'object' || given === null) return;
  const message = apiMessage('input.dry-run');
  for (const name of Object.keys(given)) {
    const isMeant = name.toLowerCase().replaceAll(/[^a-z]/g, '') === 'dryrun';
    if (isMeant && !(isTaken && name === 'dry_run')) details.push({ field: name, message });
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  return Array.isArray(sent) ? sent.join(',') : sent;
}

function check(schema: z.ZodType | undefined, given: unknown, details: RefusedField[]): unknown {
  if (!schema) return undefined;
  const { data, faults } = checkInput(schema, given);
  details.push(...faults);
  return data;
}

/** Returns the refusal of bad input. */
export function badInput(details: RefusedField[]): Refusal {
  return new Refusal('invalid_input', { details });
}
