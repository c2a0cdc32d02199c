import type { Answer, Call } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { AppContext } from '../core/app-context.ts';
import { badInput, endpoint, type RequestContext } from '../core/endpoint.ts';
import { claimKey, hashRequest, type IdempotentRequest, storeAnswer } from './idempotency-keys.ts';

/**
 * Registers a call that writes, in one transaction with its idempotency key (docs/rules.md, Payments, corrections,
 * deletions). A repeated request gets the first answer and writes nothing; one that arrives meanwhile waits for it.
 * With dry_run=true the transaction is rolled back.
 */
export function writeEndpoint<C extends Call>(
  app: AppContext,
  entry: C,
  record: (ask: RequestContext<C>, tx: Writer) => Promise<Answer<C>>,
): void {
  preparedWriteEndpoint(app, entry, { prepare: async () => undefined, record });
}

interface PreparedWrite<C extends Call, Prepared> {
  /** Slow work that writes nothing, done before the transaction begins. */
  prepare: (ask: RequestContext<C>) => Promise<Prepared>;
  record: (ask: RequestContext<C>, tx: Writer, prepared: Prepared) => Promise<Answer<C>>;
}

/** Registers a call as `writeEndpoint` does, with work to be done before its transaction. */
export function preparedWriteEndpoint<C extends Call, Prepared>(
  app: AppContext,
  entry: C,
  { prepare, record }: PreparedWrite<C, Prepared>,
): void {
  endpoint(app, entry, async (ask) => {
    const prepared = await prepare(ask);
    const action = (tx: Writer) => record(ask, tx, prepared);
    if (isDryRun(ask.query)) return app.database.dryRun(action);
    const keyed = keyOf(entry, ask, [ask.query, ask.body]);
    if (!keyed) return app.database.write(action);
    return app.database.write(async (tx) => {
      const stored = await claimKey(tx, keyed, ask.context.now);
      if (stored !== undefined) return JSON.parse(stored) as Answer<C>;
      const answer = await action(tx);
      await storeAnswer(tx, keyed, JSON.stringify(answer));
      return answer;
    });
  });
}

interface LongRun<C extends Call> {
  run: (ask: RequestContext<C>) => Promise<Answer<C>>;
  partsOf?: (ask: RequestContext<C>) => unknown;
}

/**
 * Registers a call that works in many transactions and can be run again at any time, such as generate-all. A second
 * request with the same key waits for the first in this process; a later one gets its answer. The body may contain a
 * password, so only `partsOf` of the request is hashed.
 */
export function longRunningEndpoint<C extends Call>(
  app: AppContext,
  entry: C,
  { run, partsOf = () => undefined }: LongRun<C>,
): void {
  const running = new Map<string, Promise<Answer<C>>>();
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
): Promise<Answer<C>> {
  const stored = await database.dryRun((tx) => claimKey(tx, keyed, ask.context.now));
  if (stored !== undefined) return JSON.parse(stored) as Answer<C>;
  const answer = await run(ask);
  await database.write(async (tx) => {
    if ((await claimKey(tx, keyed, ask.context.now)) === undefined)
      await storeAnswer(tx, keyed, JSON.stringify(answer));
  });
  return answer;
}

function isDryRun(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'dry_run' in query && query.dry_run === 'true';
}

const KEY_TEXT = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the key of a request, with the parts that identify it; undefined without a key. Throws a Refusal for a key
 * that is not plain text of 1 to 200 characters.
 */
function keyOf<C extends Call>(entry: C, ask: RequestContext<C>, parts: unknown[]): IdempotentRequest | undefined {
  if (ask.idempotencyKey === undefined || ask.caller === undefined) return undefined;
  if (!KEY_TEXT.test(ask.idempotencyKey)) {
    throw badInput([{ field: 'Idempotency-Key', message: apiMessage('input.idempotency-key') }]);
  }
  return {
    accountId: ask.caller.accountId,
    path: placeOf(entry, ask.params),
    key: ask.idempotencyKey,
    requestHash: hashRequest(parts, ask.upload),
  };
}

/** In lower case, because the case of shop and invoice ids is ignored. */
function placeOf(entry: Call, params: unknown): string {
  return `${entry.method} ${entry.path} ${JSON.stringify(params ?? {}).toLowerCase()}`;
}
