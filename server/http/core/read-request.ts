import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Body, Call, Params, Query } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import type { Language } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import { listUnknownKeys } from '#contract/unknown-keys.ts';
import type { ActionContext } from '../../action-context.ts';
import { nextTurn, ONE_TURN_LENGTH } from '../../turns.ts';
import type { AppContext, Caller } from './app-context.ts';
import { refuseUnproven, refuseUnverified } from './auth.ts';
import { clientAddress } from './client-address.ts';
import { languageOf } from './language-of.ts';

const MOST_FIELDS = 30;
const LONGEST_FIELD = 20_000;

/**
 * Returns the fields of the body, and the uploaded file if there is one. A form in which no file was chosen sends an
 * empty file without a name, which is ignored. Throws a Refusal for an empty file with a name, a file in another field,
 * a second file, or more than `mostBytes`.
 */
export async function readUpload(
  request: FastifyRequest,
  fileField: string,
  mostBytes: number,
): Promise<{ fields: unknown; file: Buffer | undefined }> {
  if (!request.isMultipart()) return { fields: request.body ?? {}, file: undefined };
  const fields = new Map<string, unknown>();
  let file: Buffer | undefined;
  const limits = { files: 1, fileSize: mostBytes, fields: MOST_FIELDS, fieldSize: LONGEST_FIELD };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value);
      else if (part.fieldname === fileField) {
        const bytes = await readFile(part.file, request);
        if (bytes.length > 0) file = bytes;
        else if (part.filename) throw emptyFile(fileField, part.filename);
      } else {
        throw new Refusal('invalid_input', { message: apiMessage('input.upload-part', { part: fileField }) });
      }
    }
  } catch (error) {
    throw refusalOfForm(error);
  }
  return { fields: Object.fromEntries(fields), file };
}

/** Joins the pieces of a file in a turn after the last one arrives. Throws FST_REQ_FILE_TOO_LARGE for a file over its limit. */
async function readFile(file: MultipartFile['file'], { server }: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = await Array.fromAsync(file);
  if (file.truncated) throw new server.multipartErrors.RequestFileTooLargeError();
  if (file.bytesRead > ONE_TURN_LENGTH) await nextTurn();
  return Buffer.concat(pieces);
}

/**
 * Returns a Refusal for a form that is damaged or whose connection was closed, because the parser and Node report these
 * without a code of Fastify. Returns other errors unchanged.
 */
function refusalOfForm(error: unknown): unknown {
  const isKnown = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
  if (isKnown || error instanceof Refusal) return error;
  return new Refusal('malformed_body', { message: apiMessage('refusals.malformed_body.form') });
}

function emptyFile(field: string, name: string): Refusal {
  const message = apiMessage('input.upload-empty', { name });
  return new Refusal('invalid_input', { details: [{ field, message }] });
}

const MEGABYTE = 1024 * 1024;
const LARGEST_BODY = MEGABYTE;
const LARGEST_UPLOAD = 10 * MEGABYTE;

const readCalls = listCalls().filter(({ entry }) => entry.method === 'GET');

/** A request, every part of which has been checked against the contract. */
export interface RequestContext<C extends Call> {
  params: Params<C>;
  query: Query<C>;
  body: Body<C>;
  sentBody: unknown;
  upload: Buffer | undefined;
  caller: C['permission'] extends 'public' ? undefined : Caller;
  context: ActionContext;
  idempotencyKey: string | undefined;
  /** The versions that the caller has seen; `*` is any version. Undefined means that the last write wins. */
  seenVersions: readonly string[] | undefined;
  /** The client's network address. An address that a proxy reports is used only if the proxy is trusted. */
  address: string;
  /** The language of the sentences in the answer. */
  language: Language;
  /** The user agent, cut to 200 characters. */
  agent: string;
}

export function largestBody(entry: Call): number {
  return entry.maxBodyBytes ?? (entry.upload ? LARGEST_UPLOAD : LARGEST_BODY);
}

export async function readRequest<C extends Call>(
  app: AppContext,
  entry: C,
  { request, caller }: { request: FastifyRequest; caller: Caller | undefined },
): Promise<RequestContext<C>> {
  if (!entry.upload && request.isMultipart()) throw new Refusal('unsupported_type');
  const sent = entry.upload
    ? await readUpload(request, entry.upload, largestBody(entry))
    : { fields: request.body === undefined ? {} : request.body, file: undefined };
  // Unknown keys are listed first, because a misspelt name explains the missing field.
  const details = unknownKeys(entry, { query: request.query, body: sent.fields });
  const params = check(entry.params, request.params, details);
  const query = check(entry.query, request.query, details);
  const body = check(entry.body, sent.fields, details);
  if (entry.method !== 'GET') {
    refuseStrayDryRun(request.query, details, entry.query !== undefined && 'dry_run' in entry.query.shape);
    refuseStrayDryRun(sent.fields, details, false);
  }
  if (details.length > 0) {
    if (entry.emptyBody !== undefined && isEmpty(sent.fields))
      throw new Refusal('invalid_input', { message: apiMessage(entry.emptyBody), details });
    throw badInput(details);
  }
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
    seenVersions: entry.writes === 'versioned' ? seenVersionsOf(request.headers['if-match'], sent.fields) : undefined,
    address: clientAddress(request),
    language: languageOf(request.headers['accept-language']),
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
  };
}

/**
 * Returns the versions in the If-Match header (strong or weak tags). Without the header, returns the `version` in the
 * body.
 */
function seenVersionsOf(header: string | undefined, given: unknown): string[] | undefined {
  if (header !== undefined) return header.split(',').map((one) => one.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
  const version = typeof given === 'object' && given !== null && 'version' in given ? given.version : undefined;
  return version === undefined || version === null ? undefined : [String(version)];
}

export function unknownKeys(entry: Call, given: { query: unknown; body: unknown }): RefusedField[] {
  return listUnknownKeys(entry, given, () => answeredKeys(entry))
    .filter(({ name }) => !isDryRunName(name))
    .map(({ field, name, known }) => ({
      field,
      message:
        known.length === 0
          ? apiMessage('input.unknown-key.none', { name })
          : apiMessage('input.unknown-key', { name, known: known.join(', ') }),
    }));
}

/**
 * Returns the keys that objects of this kind have in any answer: a list, a summary or the answer of the call itself. A
 * request may contain all these keys, because clients send an object as they received it: to replace it, to add another
 * one, or to publish the prices of one day for another.
 */
function answeredKeys({ method, path, status, writes, answer }: Call): string[] {
  if (method === 'PUT') return keysOfReads(path.split('/:')[0] ?? path);
  if (writes === 'versioned') return keysOfReads(path.slice(0, path.lastIndexOf('/')));
  return status === 201 ? [...keysOfReads(path), ...keysOf(answer)] : [];
}

function keysOfReads(resource: string): string[] {
  return readCalls.filter(({ entry }) => entry.path.startsWith(resource)).flatMap(({ entry }) => keysOf(entry.answer));
}

/** Returns the keys of a schema and of the objects directly inside it, because an answer may be `{ shop: … }`. */
function keysOf(schema: unknown, isInside = false): string[] {
  if (schema instanceof z.ZodArray) return keysOf(schema.element);
  if (!(schema instanceof z.ZodObject)) return [];
  const inside = isInside ? [] : Object.values(schema.shape).flatMap((inner) => keysOf(inner, true));
  return [...Object.keys(schema.shape), ...inside];
}

/**
 * Refuses a misspelt `dry_run`, and `dry_run` in a call that does not support it, because a request that was meant as a
 * dry run must never write.
 */
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

function isEmpty(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !Array.isArray(given) && Object.keys(given).length === 0;
}

export function badInput(details: RefusedField[]): Refusal {
  return new Refusal('invalid_input', { details });
}
