import { type Answer, type Call, type FileFormat, fileTypes, type Sending } from '#contract/call.ts';
import type { RefusalBody, RefusalCode, RefusalDetail, SecondStep } from '#contract/refusals.ts';
import { type FetchLimits, fetchWithin, NoAnswerInTime } from './fetch-within.ts';
import { currentLanguage, t } from './i18n/t.ts';
import { watchWait } from './waiting-calls.ts';

interface CallFailure {
  code: RefusalCode | 'no_answer';
  message: string;
  details?: RefusalDetail[] | undefined;
  current?: object | undefined;
  secondStep?: SecondStep | undefined;
  retryAfterSeconds?: number | undefined;
}

/** The error of a failed call. `message` can be shown to the user; it is empty if the server sent none. */
export class CallError extends Error {
  /** The HTTP status; 0 if there is no readable answer. */
  readonly status: number;
  readonly code: RefusalCode | 'no_answer';
  readonly details: RefusalDetail[];
  /** The stored object. The server sends it with the error code `changed_meanwhile`. */
  readonly current: object | undefined;
  readonly secondStep: SecondStep | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, { code, message, details = [], ...more }: CallFailure) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.current = more.current;
    this.secondStep = more.secondStep;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export function isChangedMeanwhile(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'changed_meanwhile';
}

/**
 * Returns true if it is unknown whether a writing call was carried out. The call can safely be repeated with the same
 * idempotency key.
 */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer' && [0, 502, 504].includes(error.status);
}

/** A successful answer whose body does not follow the contract, such as the page of a captive portal. */
export class UnreadableAnswerError extends CallError {
  constructor({ method, writes }: Pick<Call, 'method' | 'writes'>) {
    const isRead = method === 'GET' || writes === 'nothing';
    super(0, { code: 'no_answer', message: t(isRead ? 'shared.call.unreadable' : 'shared.call.unreadableWrite') });
    this.name = 'UnreadableAnswerError';
  }
}

export interface CallOptions {
  token?: string | undefined;
  file?: File | undefined;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  /** How long to wait, if not as long as `limitsOf` says. */
  limits?: FetchLimits | undefined;
}

interface LooseParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Throws a CallError for a refusal, a lost connection or an unreadable answer. */
export async function makeCall<C extends Call>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  const answer = await exchange(entry, sending, options);
  return (await readAnswer(answer, entry, options)) as Answer<C>;
}

/**
 * The address of a call, for pages that do not load the contract's schemas, because these are too large. The compiler
 * checks the address against the contract: `const check: Address<typeof gate.check> = { method: 'GET', path:
 * '/api/gate/check/:number' }`.
 */
export interface Address<C extends Call> {
  readonly method: C['method'];
  readonly path: C['path'];
  readonly entry?: C;
}

export async function makeCallAt<C extends Call>(
  address: Address<C>,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  const answer = await exchange(address, sending, options);
  return (await readAnswer(answer, address, options)) as Answer<C>;
}

export async function makePageCall<C extends Call & { paged: true }>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<{ rows: Answer<C>; total: number }> {
  const answer = await exchange(entry, sending, options);
  const rows = (await readAnswer(answer, entry, options)) as Answer<C>;
  return { rows, total: Number(answer.headers.get('x-total-count')) };
}

export async function makeFileCall<C extends Call & { file: readonly FileFormat[] }>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Blob> {
  const answer = await exchange(entry, sending, options);
  if (!entry.file.some((format) => mediaType(fileTypes[format]) === mediaTypeOf(answer)))
    throw new UnreadableAnswerError(entry);
  try {
    return await answer.blob();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallError(0, { code: 'no_answer', message: sentenceOfLoss(error) });
  }
}

type Sendable = Pick<Call, 'method' | 'path' | 'upload' | 'writes' | 'file'>;

const SILENCE_MS = 20_000;
const USUAL_MS = 30_000;
/** Files are made from many rows, and long work is done before its answer begins. */
const LONG_MS = 5 * 60_000;
/** The slowest upload that is not given up, in bytes per millisecond. */
const SLOWEST_UPLOAD = 4;

function limitsOf({ file: formats, writes }: Sendable, file: File | undefined): FetchLimits {
  const isLong = formats !== undefined || writes === 'long' || writes === 'unkeyed' || writes === 'nothing';
  const uploadMs = Math.ceil((file?.size ?? 0) / SLOWEST_UPLOAD);
  return { answerMs: (isLong ? LONG_MS : USUAL_MS) + uploadMs, silenceMs: SILENCE_MS };
}

async function exchange(entry: Sendable, sending: unknown, options: CallOptions): Promise<Response> {
  const answer = await send(entry, sending as LooseParts, options);
  if (answer.ok) return answer;
  const refusal = (await readJson(answer, options)) as Partial<RefusalBody> | undefined;
  const code = refusal?.code ?? 'no_answer';
  throw new CallError(answer.status, {
    code,
    message: refusal?.message ?? '',
    details: refusal?.details,
    current: refusal?.current,
    secondStep: refusal?.second_step,
    retryAfterSeconds: secondsToWait(answer),
  });
}

async function readAnswer(answer: Response, entry: Sendable & { answer?: Call['answer'] }, options: CallOptions) {
  const body = await readJson(answer, options);
  const isList = entry.answer === undefined ? Array.isArray(body) : entry.answer.def.type === 'array';
  if (typeof body !== 'object' || body === null || Array.isArray(body) !== isList)
    throw new UnreadableAnswerError(entry);
  return body;
}

function secondsToWait(answer: Response): number | undefined {
  const text = answer.headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the message of the error, or the fallback if it has none. If the error has status 0, its message says why the
 * call failed, and is appended to the fallback.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallError) || error.message === '') return fallback;
  if (error.status !== 0) return error.message;
  return `${fallback}${/[.!?]$/.test(fallback) ? '' : '.'} ${error.message}`;
}

async function send(entry: Sendable, parts: LooseParts, options: CallOptions): Promise<Response> {
  const headers = new Headers({ 'accept-language': currentLanguage() });
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`);
  const request: RequestInit = { method: entry.method, headers, signal: options.signal ?? null };
  if (entry.upload) request.body = formOf(parts.body, entry.upload, options.file);
  else if (parts.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(parts.body);
  }
  const limits = options.limits ?? limitsOf(entry, options.file);
  const isAnswered = limits.answerMs > USUAL_MS ? () => {} : watchWait();
  try {
    return await fetchWithin(limits, addressOf(entry, parts), request);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallError(0, { code: 'no_answer', message: sentenceOfLoss(error) });
  } finally {
    isAnswered();
  }
}

async function readJson(answer: Response, { signal }: CallOptions): Promise<unknown> {
  if (mediaTypeOf(answer) !== 'application/json') return undefined;
  try {
    return await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!answer.ok) return undefined;
    throw new CallError(0, { code: 'no_answer', message: sentenceOfLoss(error) });
  }
}

function sentenceOfLoss(error: unknown): string {
  return t(error instanceof NoAnswerInTime ? 'shared.call.unanswered' : 'shared.call.unreached');
}

function mediaTypeOf(answer: Response): string {
  return mediaType(answer.headers.get('content-type') ?? '');
}

function mediaType(text: string): string {
  return text.split(';')[0]?.trim().toLowerCase() ?? '';
}

function addressOf(entry: Sendable, { params = {}, query = {} }: LooseParts): string {
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Values become strings, and a list becomes one string with an item per line. */
function formOf(fields: unknown, fileField: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== undefined && value !== null) form.set(name, Array.isArray(value) ? value.join('\n') : String(value));
  }
  if (file) form.set(fileField, file);
  return form;
}
