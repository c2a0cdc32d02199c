import type { Answer, Call, FileFormat, Sending } from '#contract/call.ts';
import type { RefusalBody, RefusalCode, RefusalDetail } from '#contract/refusals.ts';

/** A call that was refused or did not get through; `message` is fit to show, empty when the server gave no sentence. */
export class CallError extends Error {
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  readonly code: RefusalCode | 'no_answer';
  readonly details: RefusalDetail[];
  /** How long to wait before the next try, when the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: RefusalCode | 'no_answer',
    message: string,
    details: RefusalDetail[] = [],
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** How a call is sent besides its parts. */
export interface CallOptions {
  token?: string | undefined;
  /** The file part of an upload. */
  file?: File | undefined;
  signal?: AbortSignal | undefined;
  /** The same key and body are done once, however often they are sent. */
  idempotencyKey?: string | undefined;
}

interface LooseParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a call of the contract; throws a CallError for every refusal and for a lost connection. */
export async function makeCall<C extends Call>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  const answer = await exchange(entry, sending, options);
  return (await readJson(answer, options)) as Answer<C>;
}

/**
 * Where a call of the contract goes, for pages too small to bring its schemas along. The compiler holds it to the entry:
 * `const check: Address<typeof gate.check> = { method: 'GET', path: '/api/gate/check/:number' }`.
 */
export interface Address<C extends Call> {
  readonly method: C['method'];
  readonly path: C['path'];
  /** Whose address it is; never there. */
  readonly entry?: C;
}

/** The same as makeCall, by its address alone. */
export async function makeCallAt<C extends Call>(
  address: Address<C>,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  const answer = await exchange(address, sending, options);
  return (await readJson(answer, options)) as Answer<C>;
}

/** Makes a call that answers a page of a list: its rows, and how many there are in all. */
export async function makePageCall<C extends Call & { paged: true }>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<{ rows: Answer<C>; total: number }> {
  const answer = await exchange(entry, sending, options);
  const rows = (await readJson(answer, options)) as Answer<C>;
  return { rows, total: Number(answer.headers.get('x-total-count')) };
}

/** Makes a call that answers a file. */
export async function makeFileCall<C extends Call & { file: readonly FileFormat[] }>(
  entry: C,
  sending: Sending<C>,
  options: CallOptions = {},
): Promise<Blob> {
  const answer = await exchange(entry, sending, options);
  return answer.blob();
}

/** What sending needs to know of a call. */
type Sendable = Pick<Call, 'method' | 'path' | 'upload'>;

/** Sends a call and gives its success; throws for everything else. */
async function exchange(entry: Sendable, sending: unknown, options: CallOptions): Promise<Response> {
  const answer = await send(entry, sending as LooseParts, options);
  if (answer.ok) return answer;
  const refusal = (await readJson(answer, options)) as Partial<RefusalBody> | undefined;
  const code = refusal?.code ?? 'no_answer';
  throw new CallError(answer.status, code, refusal?.message ?? '', refusal?.details, secondsToWait(answer));
}

function secondsToWait(answer: Response): number | undefined {
  const text = answer.headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * What to show a person for an error: the server's sentence, else the screen's own. When no answer came at all, both:
 * what failed, and that it is the connection.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallError) || error.message === '') return fallback;
  if (error.status !== 0) return error.message;
  return `${fallback}${/[.!?]$/.test(fallback) ? '' : '.'} ${error.message}`;
}

async function send(entry: Sendable, parts: LooseParts, options: CallOptions): Promise<Response> {
  const headers = new Headers();
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  const request: RequestInit = { method: entry.method, headers, signal: options.signal ?? null };
  if (entry.upload) request.body = formOf(parts.body, entry.upload, options.file);
  else if (parts.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(parts.body);
  }
  try {
    return await fetch(addressOf(entry, parts), request);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallError(0, 'no_answer', UNREACHED);
  }
}

const UNREACHED = 'The server cannot be reached. Check the connection and try again.';

/** The body of an answer; undefined when it is no JSON, such as the page of a proxy. */
async function readJson(answer: Response, { signal }: CallOptions): Promise<unknown> {
  if (!answer.headers.get('content-type')?.includes('application/json')) return undefined;
  try {
    return await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!answer.ok) return undefined;
    throw new CallError(0, 'no_answer', UNREACHED);
  }
}

function addressOf(entry: Sendable, { params = {}, query = {} }: LooseParts): string {
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** A form has only text: lists go line by line, what is undefined stays out. */
function formOf(fields: unknown, fileField: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== undefined && value !== null) form.set(name, Array.isArray(value) ? value.join('\n') : String(value));
  }
  if (file) form.set(fileField, file);
  return form;
}
