import type { Answer, Call } from '#contract/call.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { Door } from '../core/app-context.ts';
import { type Ask, endpoint } from '../core/endpoint.ts';
import { hashRequest, type Keyed, keepAnswer, takeKey } from './idempotency-keys.ts';

/**
 * Binds a call that records something, in one transaction with its idempotency key: the same key and request give the
 * first answer again and record nothing, a second request while the first runs waits for it, and only what was
 * committed is kept (books.md, Payments). With the query dry_run=true all of it is done, answered and taken back.
 */
export function recording<C extends Call, Prepared = undefined>(
  door: Door,
  entry: C,
  record: (ask: Ask<C>, tx: Writer, prepared: Prepared) => Promise<Answer<C>>,
  /** What takes long and writes nothing, done before the transaction begins. */
  prepare?: (ask: Ask<C>) => Promise<Prepared>,
): void {
  endpoint(door, entry, async (ask) => {
    const prepared = (await prepare?.(ask)) as Prepared;
    const act = (tx: Writer) => record(ask, tx, prepared);
    if (isRehearsal(ask.query)) return door.database.rehearse(act);
    const keyed = keyOf(entry, ask, [ask.query, ask.body]);
    if (!keyed) return door.database.write(act);
    return door.database.write(async (tx) => {
      const kept = await takeKey(tx, keyed, ask.act.at);
      if (kept !== undefined) return JSON.parse(kept) as Answer<C>;
      const answer = await act(tx);
      await keepAnswer(tx, keyed, JSON.stringify(answer));
      return answer;
    });
  });
}

/**
 * Binds a call that does its work in many transactions and may be repeated at any time, such as generate-all. A
 * second request with the same key waits for the first in this process, and a later one gets its answer again. The body of
 * such a call may hold a password, so nothing of it is kept, not even a hash, but what `partsOf` picks of it.
 */
export function repeatable<C extends Call>(
  door: Door,
  entry: C,
  run: (ask: Ask<C>) => Promise<Answer<C>>,
  partsOf: (ask: Ask<C>) => unknown = () => undefined,
): void {
  const running = new Map<string, Promise<Answer<C>>>();
  endpoint(door, entry, async (ask) => {
    const keyed = isRehearsal(ask.query) ? undefined : keyOf(entry, ask, [ask.query, partsOf(ask)]);
    if (!keyed) return run(ask);
    const slot = JSON.stringify(keyed);
    const first = running.get(slot) ?? runOnce(door.database, keyed, ask, run);
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
  keyed: Keyed,
  ask: Ask<C>,
  run: (ask: Ask<C>) => Promise<Answer<C>>,
): Promise<Answer<C>> {
  const kept = await database.rehearse((tx) => takeKey(tx, keyed, ask.act.at));
  if (kept !== undefined) return JSON.parse(kept) as Answer<C>;
  const answer = await run(ask);
  await database.write(async (tx) => {
    if ((await takeKey(tx, keyed, ask.act.at)) === undefined) await keepAnswer(tx, keyed, JSON.stringify(answer));
  });
  return answer;
}

function isRehearsal(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'dry_run' in query && query.dry_run === 'true';
}

const KEY_TEXT = /^[\x21-\x7e]{1,200}$/;

/**
 * The key of a request, if it has one, with the parts that make it the same request again. Refuses a key that is no plain
 * text of 1 to 200 characters.
 */
function keyOf<C extends Call>(entry: C, ask: Ask<C>, parts: unknown[]): Keyed | undefined {
  if (ask.key === undefined || ask.caller === undefined) return undefined;
  if (!KEY_TEXT.test(ask.key)) {
    const message = 'Send 1 to 200 letters, digits or signs without spaces.';
    throw new Refusal('invalid_input', { message, details: [{ field: 'Idempotency-Key', message }] });
  }
  return {
    accountId: ask.caller.accountId,
    path: placeOf(entry, ask.params),
    key: ask.key,
    requestHash: hashRequest(parts, ask.upload),
  };
}

/** Where a request goes, however its address was spelt: shops and invoices are found ignoring case. */
function placeOf(entry: Call, params: unknown): string {
  return `${entry.method} ${entry.path} ${JSON.stringify(params ?? {}).toLowerCase()}`;
}
