import { type Answer, type Call, isAppended } from '#contract/call.ts';
import { apiMessage, writeJson } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import { refuseClosedDays } from '../../db/closed-days.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { AppContext } from '../core/app-context.ts';
import type { Appending, LongRun, Recording, Replacing, Starting, Unworded } from '../core/handler.ts';
import { OtherStatus } from '../core/other-status.ts';
import { badInput, isDryRun, type RequestContext } from '../core/read-request.ts';
import { claimKey, derivedKey, hashRequest, type IdempotentRequest, storeAnswer } from './idempotency-keys.ts';

/** `record` runs after the transaction of the refused request was rolled back. */
export abstract class RecordedRefusal extends Refusal {
  abstract record(tx: Writer): Promise<void>;
}

type Written<C extends Call> = Unworded<Answer<C>> | OtherStatus<Unworded<Answer<C>>>;
type Recorded<C extends Call, Prepared> = Recording<C, Prepared> | Appending<C, Prepared> | Replacing<C, Prepared>;

/**
 * Stores the change and the idempotency key in one transaction (docs/rules.md, Payments, corrections, deletions). A
 * repeated request gets the first answer and writes nothing. If it arrives before the first one is finished, it waits.
 * With dry_run=true the transaction is rolled back.
 */
export function recordOnce<C extends Call, Prepared>(
  { database, limitGiving }: Pick<AppContext, 'database' | 'limitGiving'>,
  entry: C,
  handler: Recorded<C, Prepared>,
) {
  return async (ask: RequestContext<C>): Promise<Written<C>> => {
    // Without `prepare` the value is undefined, which is what the type of `record` then expects.
    const prepared = (await handler.prepare?.(ask)) as Prepared;
    const action = async (tx: Writer) => {
      if ('current' in handler) await refuseOther(entry, handler, { ask, tx });
      await refuseClosedDays(tx, entry, ask.body);
      return limitGiving(tx, { entry, ask }, () => handler.record(ask, tx, prepared));
    };
    if (isDryRun(ask.query)) return database.dryRun(action);
    const effect = async (tx: Writer, first: unknown) =>
      'effectOf' in handler ? handler.effectOf(tx, first as Answer<C>, ask) : undefined;
    const once = writeOnce(database, action, { entry, ask, effect });
    const { value, isRepeat } = await once.catch(async (error: unknown) => {
      if (error instanceof RecordedRefusal) await database.write((tx) => error.record(tx));
      throw error;
    });
    return isRepeat ? new OtherStatus(200, marked(value, isRepeat)) : value;
  };
}

/** Starts work in a transaction and answers with its progress. */
export function startOnce<C extends Call, Started>(
  database: Database,
  entry: C,
  { start, follow, effectOf }: Starting<C, Started>,
) {
  return async (ask: RequestContext<C>): Promise<Written<C>> => {
    const effect = (tx: Writer, first: unknown) => effectOf(tx, first as Started, ask);
    const { value, isRepeat } = await writeOnce(database, (tx) => start(ask, tx), { entry, ask, effect });
    const { answer, isOver } = await follow(ask, value);
    return isOver ? marked(answer, isRepeat) : new OtherStatus(202, marked(answer, isRepeat));
  };
}

/**
 * Runs work that takes many transactions and can safely be repeated, such as generate-all. A second request with the
 * same key waits for the first if that is still running in this process; a later one gets the stored answer.
 */
export function runKeyed<C extends Call>(database: Database, entry: C, { run, partsOf = () => undefined }: LongRun<C>) {
  const running = new Map<string, Promise<Unworded<Answer<C>>>>();
  return async (ask: RequestContext<C>): Promise<Unworded<Answer<C>>> => {
    const keyed = isDryRun(ask.query) ? undefined : keyOf(entry, ask, [ask.query, partsOf(ask)]);
    if (!keyed) return run(ask);
    const slot = JSON.stringify(keyed);
    const first = running.get(slot) ?? runOnce(database, { keyed, ask, run });
    running.set(slot, first);
    try {
      return await first;
    } finally {
      running.delete(slot);
    }
  };
}

interface OnceContext<C extends Call> {
  entry: C;
  ask: RequestContext<C>;
  effect: (tx: Writer, first: unknown) => Promise<unknown>;
}

/**
 * Runs the action and stores its answer, unless the request is a repetition. `isRepeat` is true only for a repetition
 * that was sent without a key.
 */
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
    // If the effect of the first request has been changed or undone since, this request is intended and not a
    // repetition by mistake.
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

/**
 * Adds `repeated: true` to the answer of a repetition. Without a key, repetitions are detected only in calls that
 * append, and the answer of each such call is an object.
 */
function marked<Value>(value: Value, isRepeat: boolean): Value {
  return isRepeat ? { ...value, repeated: true } : value;
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

/**
 * Refuses the write if the caller has seen another version of the object or sent another id. Runs in the transaction of
 * the write.
 */
async function refuseOther<C extends Call, Prepared>(
  entry: C,
  { current }: Replacing<C, Prepared>,
  { ask, tx }: { ask: RequestContext<C>; tx: Writer },
): Promise<void> {
  const stored = ask.seenVersions || namesId(ask.sentBody) ? await current(ask, tx) : undefined;
  if (ask.seenVersions) refuseStale(entry, ask.seenVersions, stored);
  refuseOtherId(ask.sentBody, stored);
}

const ID = /^(\w+_)?id$/;

function namesId(sent: unknown): sent is object {
  return typeof sent === 'object' && sent !== null && Object.keys(sent).some((key) => ID.test(key));
}

/** Refuses a body whose id differs from that of the object, because no call changes an id. */
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

const KEY_TEXT = /^[\x21-\x7e]{1,200}$/;

/**
 * For a call that appends, a missing key is made from the content of the request. Returns undefined for a public call,
 * and for any other call without a key. Throws a Refusal for a key that is not plain text of 1 to 200 characters.
 */
function keyOf<C extends Call>(entry: C, ask: RequestContext<C>, parts: unknown[]): IdempotentRequest | undefined {
  const sent = ask.idempotencyKey;
  if (ask.caller === undefined || (sent === undefined && !isAppended(entry))) return undefined;
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

/** The params are in lower case, because the case of shop and invoice ids is ignored. */
function placeOf(entry: Call, params: unknown): string {
  return `${entry.method} ${entry.path} ${JSON.stringify(params ?? {}).toLowerCase()}`;
}
