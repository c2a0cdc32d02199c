import type { z } from 'zod';
import type { InputMessageKey } from './messages/input-message.ts';
import type { Permission } from './permissions.ts';
import type { RefusalCode } from './refusals.ts';
import type { ProgramScope } from './words.ts';

/** A call of the API. server/http/endpoint.ts serves it, and web/client.ts sends its requests. */
export type Call = CallParts & Recording;

/**
 * What a call writes, which decides the type of its handler. A GET without `writes` writes nothing.
 *
 * - `nothing`: only reads, although it is not a GET.
 * - `once`: writes in one transaction, which also stores the Idempotency-Key. A request with the same key gets the
 *   first answer.
 * - `appended`: like `once`, for calls where two equal requests in quick succession are usually a mistake. Without a
 *   key, the same request of an account within ten seconds gets the first answer with status 200 and `repeated: true`,
 *   unless the effect of the first one has been changed since. `answer` must contain `repeatedMark`. Calls for tickets
 *   do not use `appended`.
 * - `versioned`: like `once`, and `If-Match`, or `version` in the body, must be the current version (version.ts). Any
 *   other version is refused as `changed_meanwhile`.
 * - `started`: like `appended`, but the work may continue after the answer, which then has status 202.
 * - `long`: writes in many transactions, which can be repeated at any time. A request with the same key gets the first
 *   answer.
 * - `unkeyed`: writes in transactions of its own, without a key. Used with passwords and secrets, which no stored
 *   answer may contain, with actions that are possible only once, and with audited reads.
 */
type Recording =
  | {
      method: 'GET';
      writes?: 'unkeyed';
      versionFields?: undefined;
      /** The scope with which a token of a program may make this call. Without it no program may. */
      scope?: ProgramScope;
    }
  | { method: ChangingMethod; writes: Exclude<Writes, 'versioned'>; versionFields?: undefined; scope?: undefined }
  | {
      method: ChangingMethod;
      scope?: undefined;
      writes: 'versioned';
      /** The fields from which the version is computed; by default those of the body. */
      versionFields?: readonly string[];
    };
type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Writes = 'nothing' | 'once' | 'appended' | 'versioned' | 'started' | 'long' | 'unkeyed';

interface CallParts {
  /** A path below /api or /images, with :names for parameters. */
  path: `/${string}`;
  permission: Permission | 'public';
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The sentence of the specification for a body without any of its fields. The details name each field. */
  emptyBody?: InputMessageKey;
  answer: z.ZodType;
  status?: 200 | 201;
  /** The refusals of this call, except those that any call may return, such as bad input. */
  refusals: readonly RefusalCode[];
  /** The body is multipart/form-data: the text fields of `body` and an optional file part of this name. */
  upload?: 'image' | 'piece';
  /** The fields of the body that name a day on which money moved. A day of a closed month is refused (`day_closed`). */
  moneyDays?: readonly string[];
  /** Largest body in bytes; 1 MB by default, 10 MB for uploads. */
  maxBodyBytes?: number;
  /**
   * Whether the user must have confirmed their identity within the last five minutes. `always`: for every request.
   * `unless-recent`: for every request, unless the account signed in recently. `sometimes`: the feature decides. A dry
   * run never needs a confirmation.
   */
  verified?: 'always' | 'unless-recent' | 'sometimes';
  /**
   * The audit log does not record the call. Used if what the call writes can be deleted again without consequences, or
   * if the work that it starts has a separate audit entry.
   */
  unlogged?: true;
  /** The answer is a list; X-Total-Count is the length of the whole list. */
  paged?: true;
  file?: readonly FileFormat[];
  /**
   * A link opens the answer: a download token in the query parameter `ticket` may replace the bearer token, once, and so
   * may the cookie that signing in set in this browser.
   */
  acceptsDownloadToken?: true;
  /** Whether the call opens a session, whose token the answer contains, or ends that of the caller. */
  session?: 'opened' | 'ended';
  /** Marks a public answer that depends only on stored data. It is cached as compressed bytes, with an ETag. */
  cached?: true;
  /**
   * The number of seconds after which a cached answer expires. Used for data whose changes do not raise the data
   * version.
   */
  expiresSeconds?: number;
  /** The number of seconds for which clients may reuse a public answer. */
  maxAgeSeconds?: number;
}

export type FileFormat =
  | 'pdf'
  | 'xlsx'
  | 'csv'
  | 'csv.gz'
  | 'parquet'
  | 'jsonld'
  | 'atom'
  | 'sql'
  | 'hledger'
  | 'beancount';

export const fileTypes: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  'csv.gz': 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
  jsonld: 'application/ld+json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  sql: 'application/sql; charset=utf-8',
  hledger: 'text/x-hledger; charset=utf-8',
  beancount: 'text/x-beancount; charset=utf-8',
};

export function isRead({ writes }: Pick<Call, 'writes'>): boolean {
  return writes === undefined || writes === 'nothing';
}

/** Returns true when a repeated request without an Idempotency-Key gets the first answer. */
export function isAppended({ writes }: Pick<Call, 'writes'>): boolean {
  return writes === 'appended' || writes === 'started';
}

export function call<const Entry extends Call>(entry: Entry): Entry {
  return entry;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type Params<C extends Call> = Read<C['params']>;
export type Query<C extends Call> = Read<C['query']>;
export type Body<C extends Call> = Read<C['body']>;
export type Answer<C extends Call> = z.output<C['answer']>;

export type Sending<C extends Call> = Part<'params', Sent<C['params']>> &
  Part<'query', Sent<C['query']>> &
  Part<'body', Sent<C['body']>>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
