import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer, Body, Call, FileFormat, Params, Query } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import type { Language } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage, type Words, writeJson } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import { listUnknownKeys } from '#contract/unknown-keys.ts';
import { versionOf } from '#contract/version.ts';
import type { ActionContext } from '../../action-context.ts';
import { secondsLater } from '../../clock.ts';
import type { CacheableAnswer } from '../cache/cached-answer.ts';
import { sendCached } from '../cache/send-cached.ts';
import { answerSignInPage } from '../errors/answer-sign-in-page.ts';
import { Accepted, Repeated } from './accepted.ts';
import type { AppContext, Caller } from './app-context.ts';
import { authorize, refuseUnproven, refuseUnverified } from './auth.ts';
import { clientAddress } from './client-address.ts';
import { FileResponse, StreamedFile } from './file-response.ts';
import { publicReadHeaders } from './headers.ts';
import { languageOf } from './language-of.ts';
import { Paginated } from './paginated.ts';
import { RawJson } from './raw-json.ts';
import { answerJson, answerStream } from './send-compressed.ts';
import { StreamedJson } from './streamed-json.ts';
import { readUpload } from './upload.ts';

const REPORTS_PAGE = '/reports';
const MEGABYTE = 1024 * 1024;
const LARGEST_BODY = MEGABYTE;
const LARGEST_UPLOAD = 10 * MEGABYTE;

/** The calls that replace what a read of the same path answers. */
const replacingCalls = new Map(
  listCalls()
    .filter(({ entry }) => entry.method === 'PUT' && entry.versioned)
    .map(({ entry }) => [entry.path, entry]),
);

const readCalls = listCalls().filter(({ entry }) => entry.method === 'GET');

/** Every part is checked against the contract. */
export interface RequestContext<C extends Call> {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  sentBody: unknown;
  upload: Buffer | undefined;
  caller: C['permission'] extends 'public' ? undefined : Caller;
  context: ActionContext;
  idempotencyKey: string | undefined;
  /** Of the object as the caller has seen it; `*` is any. Undefined: the last write wins. */
  seenVersions: readonly string[] | undefined;
  /** The client's network address, as far as proxies are trusted. */
  address: string;
  /** Of texts that the answer puts into words. */
  language: Language;
  /** The user agent, cut to 200 characters. */
  agent: string;
}

/**
 * Checks the permission, then every part of the request, and answers with the entry's status. Public reads marked
 * `cached` go through the response cache.
 */
export function endpoint<C extends Call>(
  app: AppContext,
  entry: C,
  answer: (ask: RequestContext<C>) => Promise<Answered<C>>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const replacing = entry.method === 'GET' ? replacingCalls.get(entry.path) : undefined;
  const queryKeys = Object.keys(entry.query?.shape ?? {});
  const read = (request: FastifyRequest) => readRequest(app, entry, { request, caller: callers.get(request) });
  const admitCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    // An answer of the cache may exist.
    if (!entry.cached) app.gate.admit(isOfVisitors(entry) ? 'visitor' : 'staff');
    try {
      const caller = await authorize(app, entry, request);
      if (caller) {
        callers.set(request, caller);
        app.gate.passStaff(request);
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
    // Before the body is read, because parsing ten megabytes of a stranger would be wasted.
    onRequest: admitCaller,
    // A HEAD request would be recorded in the audit log as well.
    ...(entry.audited && { exposeHeadRoute: false }),
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
      if (replacing) reply.header('etag', `"${versionOf(replacing, answered as object)}"`);
      return send({ request, reply, language: ask.language }, answered);
    },
  });
}

/** Signing in is public too, but it is what staff do. */
function isOfVisitors({ path, permission }: Call): boolean {
  return permission === 'public' && !path.startsWith('/api/admin/');
}

/** An answer whose sentences are not in words yet. */
export type Unworded<Value> = string extends Value
  ? Value | Words
  : Value extends readonly (infer Item)[]
    ? Unworded<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Unworded<Value[Key]> }
      : Value;

type Answered<C extends Call> =
  | Unworded<Answer<C>>
  | Accepted<Unworded<Answer<C>>>
  | Repeated<Unworded<Answer<C>>>
  | RawJson
  | StreamedJson
  | (C extends { paged: true } ? Paginated<Unworded<Answer<C>[number & keyof Answer<C>]>> : never)
  | (C extends { file: readonly FileFormat[] } ? FileResponse : never)
  | (C extends { file: readonly FileFormat[]; audited: true } ? StreamedFile : never);

async function send(
  exchange: { request: FastifyRequest; reply: FastifyReply; language: Language },
  answered: unknown,
): Promise<FastifyReply> {
  const { reply, language } = exchange;
  if (answered instanceof Accepted)
    return answerJson({ ...exchange, reply: reply.code(202) }, writeJson(answered.body, language));
  if (answered instanceof Repeated)
    return answerJson({ ...exchange, reply: reply.code(200) }, writeJson(answered.body, language));
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

/** Cache headers of an answer that this server does not cache. */
function freshness({ maxAgeSeconds }: Call): Record<string, string> {
  if (maxAgeSeconds === undefined) return { 'cache-control': 'no-store' };
  // For every origin, because a shared cache may send the same answer to another site.
  return { 'cache-control': `public, max-age=${maxAgeSeconds}`, 'access-control-allow-origin': '*' };
}

function largestBody(entry: Call): number {
  return entry.maxBodyBytes ?? (entry.upload ? LARGEST_UPLOAD : LARGEST_BODY);
}

async function readRequest<C extends Call>(
  app: AppContext,
  entry: C,
  { request, caller }: { request: FastifyRequest; caller: Caller | undefined },
): Promise<RequestContext<C>> {
  if (!entry.upload && request.isMultipart()) throw new Refusal('unsupported_type');
  const sent = entry.upload
    ? await readUpload(request, entry.upload, largestBody(entry))
    : { fields: request.body === undefined ? {} : request.body, file: undefined };
  // First, because a misspelt name explains the field that is missing.
  const details = unknownKeys(entry, { query: request.query, body: sent.fields });
  const params = check(entry.params, request.params, details);
  const query = check(entry.query, request.query, details);
  const body = check(entry.body, sent.fields, details);
  if (entry.method !== 'GET') {
    refuseStrayDryRun(request.query, details, entry.query !== undefined && 'dry_run' in entry.query.shape);
    refuseStrayDryRun(sent.fields, details, false);
  }
  if (details.length > 0) throw badInput(details);
  if (caller && !isDryRun(query)) {
    if (entry.verified === 'always') refuseUnverified(caller, app.clock.now());
    if (entry.verified === 'unless-recent') refuseUnproven(caller, app.clock.now());
  }
  return {
    params: params as Params<C>,
    query: query as Query<C>,
    body: body as Body<C>,
    sentBody: sent.fields,
    upload: sent.file,
    caller: caller as RequestContext<C>['caller'],
    context: {
      actor: caller?.email ?? 'public',
      accountId: caller?.accountId,
      now: app.clock.now(),
      requestId: request.id,
    },
    idempotencyKey: keyOf(request),
    seenVersions: entry.versioned && seenVersionsOf(request.headers['if-match'], sent.fields),
    address: clientAddress(request),
    language: languageOf(request.headers['accept-language']),
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
  };
}

/** The header, as any HTTP client sends it, else `version` in the body. */
function seenVersionsOf(header: string | undefined, given: unknown): string[] | undefined {
  if (header !== undefined) return header.split(',').map((one) => one.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
  const version = typeof given === 'object' && given !== null && 'version' in given ? given.version : undefined;
  return version === undefined || version === null ? undefined : [String(version)];
}

function unknownKeys(entry: Call, given: { query: unknown; body: unknown }): RefusedField[] {
  return listUnknownKeys(entry, given, entry.method === 'PUT' ? readKeys(entry) : [])
    .filter(({ name }) => !isDryRunName(name))
    .map(({ field, name, known }) => ({
      field,
      message:
        known.length === 0
          ? apiMessage('input.unknown-key.none', { name })
          : apiMessage('input.unknown-key', { name, known: known.join(', ') }),
    }));
}

/** Clients send an object back as a list, a summary or the object itself answered it. */
function readKeys({ path }: Call): string[] {
  const [resource = path] = path.split('/:');
  return readCalls.filter(({ entry }) => entry.path.startsWith(resource)).flatMap(({ entry }) => keysOf(entry.answer));
}

/** With those of an object inside, because an answer may be `{ shop: … }`. */
function keysOf(schema: unknown, isInside = false): string[] {
  if (schema instanceof z.ZodArray) return keysOf(schema.element);
  if (!(schema instanceof z.ZodObject)) return [];
  const inside = isInside ? [] : Object.values(schema.shape).flatMap((inner) => keysOf(inner, true));
  return [...Object.keys(schema.shape), ...inside];
}

/** A request for a dry run must never write: refuses a misspelt `dry_run`, and one for a call without it. */
function refuseStrayDryRun(given: unknown, details: RefusedField[], isTaken: boolean): void {
  if (typeof given !== 'object' || given === null) return;
  const message = apiMessage('input.dry-run');
  for (const name of Object.keys(given)) {
    if (isDryRunName(name) && !(isTaken && name === 'dry_run')) details.push({ field: name, message });
  }
}

function isDryRunName(name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '') === 'dryrun';
}

export function isDryRun(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'dry_run' in query && query.dry_run === 'true';
}

function keyOf(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  return Array.isArray(sent) ? sent.join(',') : sent;
}

function check(schema: z.ZodType | undefined, given: unknown, details: RefusedField[]): unknown {
  if (!schema) return undefined;
  const { data, faults } = checkInput(schema, given);
  for (const { field, message } of faults) details.push({ field, message: apiMessage(message.key, message.values) });
  return data;
}

export function badInput(details: RefusedField[]): Refusal {
  return new Refusal('invalid_input', { details });
}
