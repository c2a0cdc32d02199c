import type { Answer, Call, FileFormat } from '#contract/call.ts';
import type { Words } from '#contract/messages/message.ts';
import type { Writer } from '../../db/connect.ts';
import type { FileResponse, StreamedFile } from './file-response.ts';
import type { Paginated } from './paginated.ts';
import type { RawJson } from './raw-json.ts';
import type { RequestContext } from './read-request.ts';
import type { StreamedJson } from './streamed-json.ts';

/**
 * The type of handler that a call needs, depending on its `writes` in the contract. `Made` is what `prepare` or `start`
 * returned.
 */
export type Handler<C extends Call, Made> = [C] extends [{ writes: 'once' }]
  ? Recording<C, Made>
  : [C] extends [{ writes: 'appended' }]
    ? Appending<C, Made>
    : [C] extends [{ writes: 'versioned' }]
      ? Replacing<C, Made>
      : [C] extends [{ writes: 'started' }]
        ? Starting<C, Made>
        : [C] extends [{ writes: 'long' }]
          ? LongRun<C>
          : Handling<C>;

export type AnyHandler<C extends Call, Made> =
  | Recording<C, Made>
  | Appending<C, Made>
  | Replacing<C, Made>
  | Starting<C, Made>
  | LongRun<C>
  | Handling<C>;

/** The handler of a call that only reads, or that opens its own transactions. */
export type Handling<C extends Call> = (ask: RequestContext<C>) => Promise<Answered<C>>;

export interface Recording<C extends Call, Prepared> {
  /** Does slow work before the transaction begins. It writes nothing. */
  prepare?: (ask: RequestContext<C>) => Promise<Prepared>;
  record: (ask: RequestContext<C>, tx: Writer, prepared: Prepared) => Promise<Unworded<Answer<C>>>;
}

export interface Appending<C extends Call, Prepared> extends Recording<C, Prepared> {
  effectOf: FindEffect<C, Answer<C>>;
}

export interface Replacing<C extends Call, Prepared> extends Recording<C, Prepared> {
  /**
   * Locks the object to be replaced and returns it as the API presents it. Of two concurrent writes, the second thus
   * sees the result of the first. Returns `{}` if the object will be created, undefined if `record` refuses it as
   * unknown.
   */
  current: (ask: RequestContext<C>, tx: Writer) => Promise<object | undefined>;
}

export interface Starting<C extends Call, Started> {
  /** Starts the work. What it returns is stored under the idempotency key. */
  start: (ask: RequestContext<C>, tx: Writer) => Promise<Started>;
  /** Returns the answer to the first request and to its repetitions. Runs after the transaction. */
  follow: (ask: RequestContext<C>, started: Started) => Promise<{ answer: Unworded<Answer<C>>; isOver: boolean }>;
  effectOf: FindEffect<C, Started>;
}

export interface LongRun<C extends Call> {
  run: (ask: RequestContext<C>) => Promise<Unworded<Answer<C>>>;
  /**
   * Returns the parts of the request that a repetition must have in common with it. Only these are hashed, because the
   * whole body may contain a password.
   */
  partsOf?: (ask: RequestContext<C>) => unknown;
}

/**
 * Returns the present state of what the first request made. An identical request without an idempotency key is a
 * repetition only while this state is unchanged. `first` is the first answer, or what `start` returned.
 */
type FindEffect<C extends Call, First> = (tx: Writer, first: First, ask: RequestContext<C>) => Promise<unknown>;

/** An answer whose texts may still be messages (`Words`), which are put into a language when the answer is written. */
export type Unworded<Value> = string extends Value
  ? Value | Words
  : Value extends readonly (infer Item)[]
    ? Unworded<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Unworded<Value[Key]> }
      : Value;

export type Answered<C extends Call> =
  | Unworded<Answer<C>>
  | RawJson
  | StreamedJson
  | (C extends { paged: true } ? Paginated<Unworded<Answer<C>[number & keyof Answer<C>]>> : never)
  | (C extends { file: readonly FileFormat[] } ? FileResponse | StreamedFile : never);
