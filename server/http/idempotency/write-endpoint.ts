import type { Answer, Call } from '#contract/call.ts';
import { apiMessage, writeJson } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { Accepted, Repeated } from '../core/accepted.ts';
import type { AppContext } from '../core/app-context.ts';
import { endpoint } from '../core/endpoint.ts';
import type { Unworded } from '../core/handler.ts';
import { badInput, isDryRun, type RequestContext } from '../core/read-request.ts';
import { claimKey, derivedKey, hashRequest, type IdempotentRequest, storeAnswer } from './idempotency-keys.ts';

/**
 * What the first request made, as it is now: the same request without a key is repeated only while this is unchanged.
 * `answer` is the first answer, or what `start` returned.
 */
type FindEffect<C extends Call, Value = Answer<C>> = (
  tx: Writer,
  answer: Value,
  ask: RequestContext<C>,
) => Promise<unknown>;

/** Required of a call that appends, and of no other. */
type Effect<C extends Call> = C extends { appends: true } ? { effectOf: FindEffect<C> } : { effectOf?: undefined };

/**
 * Writes in one transaction with the idempotency key (docs/rules.md, Payments, corrections, deletions). A repeated
 * request gets the first answer and writes nothing; one that arrives meanwhile waits for it. A call that appends needs
 * no key for that: the same request within ten seconds is a repeated one. With dry_run=true the transaction is rolled
 * back.
 */
export function writeEndpoint<C extends Call>(
  app: AppContext,
  entry: C extends { appends: true } ? never : C,
  record: (ask: RequestContext<C>, tx: Writer) => Promise<Unworded<Answer<C>>>,
): void {
  boundWrite<C, undefined>(app, entry, { prepare: async () => undefined, record, effectOf: undefined });
}

export function appendEndpoint<C extends Call & { appends: true }>(
  app: AppContext,
  entry: C,
  { record, effectOf }: Pick<PreparedWrite<C, undefined>, 'record'> & { effectOf: FindEffect<C> },
): void {
  boundWrite<C, undefined>(app, entry, { prepare: async () => undefined, record, effectOf });
}

/** Recorded after the refused request was rolled back. */
export abstract class RecordedRefusal extends Refusal {
  abstract record(tx: Writer): Promise<void>;
}

interface PreparedWrite<C extends Call, Prepared> {
  /** Slow work that writes nothing, done before the transaction begins. */
  prepare: (ask: RequestContext<C>) => Promise<Prepared>;
  record: (ask: RequestContext<C>, tx: Writer, prepared: Prepared) => Promise<Unworded<Answer<C>>>;
}

export function preparedWriteEndpoint<C extends Call, Prepared>(
  app: AppContext,
  entry: C,
  work: PreparedWrite<C, Prepared> & Effect<C>,
): void {
  boundWrite(app, entry, work);
}

function boundWrite<C extends Call, Prepared>(
  app: AppContext,
  entry: C,
  { prepare, record, effectOf }: PreparedWrite<C, Prepared> & { effectOf?: FindEffect<C> | undefined },
): void {
  endpoint(app, entry, async (ask) => {
    const prepared = await prepare(ask);
    const action = (tx: Writer) => record(ask, tx, prepared);
    if (isDryRun(ask.query)) return app.database.dryRun(action);
    const effect = (tx: Writer, first: unknown) => effectOf?.(tx, first as Answer<C>, ask);
    const once = writeOnce(app.database, action, { entry, ask, effect });
    const { value, isRepeat } = await once.catch(async (error: unknown) => {
      if (error instanceof RecordedRefusal) await app.database.write((tx) => error.record(tx));
      throw error;
    });
    return isRepeat ? new Repeated(marked(value, isRepeat)) : value;
  });
}

interface StartedWrite<C extends Call, Started> {
  /** What is stored under the key. */
  start: (ask: RequestContext<C>, tx: Writer) => Promise<Started>;
  /** Answers the first request and its repetitions, after the transaction. */
  follow: (ask: RequestContext<C>, started: Started) => Promise<{ answer: Unworded<Answer<C>>; isOver: boolean }>;
}

/** Starts work in a transaction and answers how far it is. */
export function startingEndpoint<C extends Call & { continues: true }, Started>(
  app: AppContext,
  entry: C,
  { start, follow, effectOf }: StartedWrite<C, Started> & { effectOf: FindEffect<C, Started> },
): void {
  endpoint(app, entry, async (ask) => {
    const effect = (tx: Writer, first: unknown) => effectOf(tx, first as Started, ask);
    const { value, isRepeat } = await writeOnce(app.database, (tx) => start(ask, tx), { entry, ask, effect });
    const { answer, isOver } = await follow(ask, value);
    return isOver ? marked(answer, isRepeat) : new Accepted(marked(answer, isRepeat));
  });
}

interface OnceContext<C extends Call> {
  entry: C;
  ask: RequestContext<C>;
  effect: (tx: Writer, first: unknown) => Promise<unknown> | undefined;
}

/** `isRepeat`: of a request without a key. */
async function writeOnce<C extends Call, Value>(
  database: Database,
  action: (tx: Writer) => Promise<Value>,
  { entry, ask, effect }: OnceContext<C>,
): Promise<{ value: Value; isRepeat: boolean }> {
  const keyed = keyOf(entry, ask, [ask.query, ask.body]);
  if (!keyed) return { value: await database.write(action), isRepeat: false };
  const record = async (tx: Writer) => {
    const value = await action(tx);
    const answer = writeJson(value, ask.language);
    const stored = keyed.isDerived ? withEffect(answer, await effect(tx, JSON.parse(answer))) : answer;
    await storeAnswer(tx, keyed, { answer: stored, at: ask.context.now });
    return { value, isRepeat: false };
  };
  return database.write(async (tx) => {
    const stored = await claimKey(tx, keyed, ask.context.now);
    if (stored === undefined) return record(tx);
    if (!keyed.isDerived) return { value: JSON.parse(stored) as Value, isRepeat: false };
    const { answer, was } = JSON.parse(stored) as { answer: Value; was: string };
    // What the first made was changed or undone since, so this one is meant.
    if (digestOf(await effect(tx, answer)) !== was) return record(tx);
    return { value: answer, isRepeat: true };
  });
}

function withEffect(answer: string, effect: unknown): string {
  return `{"was":"${digestOf(effect)}","answer":${answer}}`;
}

function digestOf(effect: unknown): string {
  return hashRequest(effect ?? null, undefined);
}

/** Only calls that append are repeated without a key, and their answers are objects with this mark. */
function marked<Value>(value: Value, isRepeat: boolean): Value {
  return isRepeat ? { ...value, repeated: true } : value;
}

interface VersionedWrite<C extends Call, Prepared> extends Omit<PreparedWrite<C, Prepared>, 'prepare'> {
  prepare?: PreparedWrite<C, Prepared>['prepare'];
  /**
   * Locks what is replaced, so that of two writes at once the second sees the first, and returns it as the API presents
   * it: `{}` if it will be created, undefined if `record` refuses it as unknown.
   */
  current: (ask: RequestContext<C>, tx: Writer) => Promise<object | undefined>;
}

/**
 * Refuses a caller who has seen another version of the object, in the transaction of the write. A repeated request
 * still gets its first answer.
 */
export function versionedEndpoint<C extends Call & Pick<Required<Call>, 'versioned'>, Prepared = undefined>(
  app: AppContext,
  entry: C,
  { prepare, current, record }: VersionedWrite<C, Prepared>,
): void {
  boundWrite<C, Prepared>(app, entry, {
    prepare: prepare ?? (async () => undefined as Prepared),
    async record(ask, tx, prepared: Prepared) {
      const stored = ask.seenVersions || namesId(ask.sentBody) ? await current(ask, tx) : undefined;
      if (ask.seenVersions) refuseStale(entry, ask.seenVersions, stored);
      refuseOtherId(ask.sentBody, stored);
      return record(ask, tx, prepared);
    },
  });
}

const ID = /^(\w+_)?id$/;

function namesId(sent: unknown): sent is object {
  return typeof sent === 'object' && sent !== null && Object.keys(sent).some((key) => ID.test(key));
}

/** An id that a client sends back with an object is the object's own: no request moves it. */
function refuseOtherId(sent: unknown, stored: object | undefined): void {
  if (!namesId(sent) || stored === undefined) return;
  const own = new Map<string, unknown>(Object.entries(stored));
  const others = Object.entries(sent).filter(
    ([key, value]) =>
      ID.test(key) && own.has(key) && String(value).toUpperCase() !== String(own.get(key)).toUpperCase(),
  );
  if (others.length > 0) throw badInput(others.map(([field]) => ({ field, message: apiMessage('input.read-only') })));
}

function refuseStale(entry: Call, seen: readonly string[], current: object | undefined): void {
  if (current === undefined) return;
  const exists = Object.keys(current).length > 0;
  if (seen.includes(versionOf(entry, current)) || (exists && seen.includes('*'))) return;
  throw new Refusal('changed_meanwhile', { current });
}

interface LongRun<C extends Call> {
  run: (ask: RequestContext<C>) => Promise<Unworded<Answer<C>>>;
  partsOf?: (ask: RequestContext<C>) => unknown;
}

/**
 * For work in many transactions that can be run again at any time, such as generate-all. A second request with the same
 * key waits for the first in this process; a later one gets its answer. The body may contain a password, so only
 * `partsOf` of the request is hashed.
 */
export function longRunningEndpoint<C extends Call>(
  app: AppContext,
  entry: C,
  { run, partsOf = () => undefined }: LongRun<C>,
): void {
  const running = new Map<string, Promise<Unworded<Answer<C>>>>();
  endpoint(app, entry, async (ask) => {
    const keyed = isDryRun(ask.query) ? undefined : keyOf(entry, ask, [ask.query, partsOf(ask)]);
    if (!keyed) return run(ask);
    const slot = JSON.stringify(keyed);
    const first = running.get(slot) ?? runOnce(app.database, { keyed, ask, run });
    running.set(slot, first);
    try {
      return await first;
    } finally {
      running.delete(slot);
    }
  });
}

async function runOnce<C extends Call>(
  database: Database,
  { keyed, ask, run }: { keyed: IdempotentRequest; ask: RequestContext<C> } & Pick<LongRun<C>, 'run'>,
): Promise<Unworded<Answer<C>>> {
  const stored = await database.dryRun((tx) => claimKey(tx, keyed, ask.context.now));
  if (stored !== undefined) return JSON.parse(stored) as Unworded<Answer<C>>;
  const answer = await run(ask);
  await database.write(async (tx) => {
    if ((await claimKey(tx, keyed, ask.context.now)) === undefined)
      await storeAnswer(tx, keyed, { answer: writeJson(answer, ask.language), at: ask.context.now });
  });
  return answer;
}

const KEY_TEXT = /^[\x21-\x7e]{1,200}$/;

/**
 * Without a key the content is the key of a call that appends. Undefined if a repetition is another request. Throws a
 * Refusal for a key that is not plain text of 1 to 200 characters.
 */
function keyOf<C extends Call>(entry: C, ask: RequestContext<C>, parts: unknown[]): IdempotentRequest | undefined {
  const sent = ask.idempotencyKey;
  if (ask.caller === undefined || (sent === undefined && !entry.appends)) return undefined;
  if (sent !== undefined && !KEY_TEXT.test(sent)) {
    throw badInput([{ field: 'Idempotency-Key', message: apiMessage('input.idempotency-key') }]);
  }
  const requestHash = hashRequest(parts, ask.upload);
  return {
    accountId: ask.caller.accountId,
    path: placeOf(entry, ask.params),
    key: sent ?? derivedKey(requestHash),
    requestHash,
    isDerived: sent === undefined,
  };
}

/** In lower case, because the case of shop and invoice ids is ignored. */
function placeOf(entry: Call, params: unknown): string {
  return `${entry.method} ${entry.path} ${JSON.stringify(params ?? {}).toLowerCase()}`;
}
