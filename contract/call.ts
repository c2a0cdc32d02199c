import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * One call of the API, complete: the server binds it (server/http/core/endpoint.ts), the web calls it (web/client.ts), the
 * OpenAPI page is made from it, and tests loop over it. An entry has no logic.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api or /images, with :names for parameters. */
  path: `/${string}`;
  /** Who may call it: a row of the table in permissions.ts, or anyone at all. */
  permission: Permission | 'public';
  /** One sentence for the readable API page. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What a success answers. */
  answer: z.ZodType;
  /** The status of a success; 200 unless said. */
  status?: 200 | 201;
  /** The refusals of its own. Those every call may give (bad input, no token, not allowed, too large...) are not repeated. */
  refusals: readonly RefusalCode[];
  /** The body comes as multipart/form-data, with the text fields of `body` and an optional file part of this name. */
  upload?: 'image';
  /** Largest body in bytes when it is not the usual 1 MB (10 MB for uploads). */
  maxBodyBytes?: number;
  /** It asks and records nothing, though it is no GET. */
  recordsNothing?: true;
  /** It is a GET, and yet the audit log tells who asked. */
  noted?: true;
  /** The answer is a list whose whole length stands in X-Total-Count. */
  paged?: true;
  /** The answer is a file, not JSON: the formats in which it can be had. */
  file?: readonly FileFormat[];
  /** The query `ticket` stands in for a token, once (wire.md, section 6). */
  ticketed?: true;
  /** A public answer that is a function of the stored data alone: kept as compressed bytes, with an ETag. */
  cached?: true;
  /** A public answer that ages by itself: whoever has it may show it for so many seconds. */
  maxAgeSeconds?: number;
}

/** Formats of files, by the ending of their names. */
export type FileFormat = 'pdf' | 'xlsx' | 'csv' | 'atom' | 'sql';

/** Their media types. */
export const fileTypes: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  atom: 'application/atom+xml; charset=utf-8',
  sql: 'application/sql; charset=utf-8',
};

/** Declares a call so that its exact shape is kept as its type. */
export function call<const Entry extends Call>(entry: Entry): Entry {
  return entry;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type Params<C extends Call> = Read<C['params']>;
export type Query<C extends Call> = Read<C['query']>;
export type Body<C extends Call> = Read<C['body']>;
export type Answer<C extends Call> = z.output<C['answer']>;

/** What a caller sends, part by part; what the call does not take is absent, what may be all left out may be too. */
export type Sending<C extends Call> = Part<'params', Sent<C['params']>> &
  Part<'query', Sent<C['query']>> &
  Part<'body', Sent<C['body']>>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
