import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { approvableCalls, kindOfGiving, kindOfTerms } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { type ApiMessage, apiMessage, inWords } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { WriteRequest } from '../../http/core/app-context.ts';
import { isDryRun } from '../../http/core/read-request.ts';
import { RecordedRefusal } from '../../http/idempotency/answer-write.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { auditApproval } from './audit-approval.ts';
import { describeRequest } from './describe-request.ts';
import { giveWithinLimit } from './given-money.ts';
import { loadMarketTerms, lostByTerms, lostByVacant } from './measure-terms.ts';
import { insertApproval, listPendingOf, takeApproval } from './queries.ts';
import { readApprovalLimit } from './read-limit.ts';
import { type GivingTally, type NamedGiving, openTally, totalGiven } from './tally.ts';
import { listVacantShops } from './term-queries.ts';

/**
 * Runs a write and measures what it loses. Above the limit of the market it needs the approval of a second person.
 * This is the last step of the transaction, so that the refusals of the action come first.
 */
export async function limitGiving<Value>(
  tx: Writer,
  { entry, ask }: { entry: Call; ask: WriteRequest },
  action: () => Promise<Value>,
): Promise<Value> {
  const { caller } = ask;
  if (!caller || !approvableCalls.includes(entry)) return action();
  const tally = openTally(tx);
  const value = await measuringTerms(tx, { entry, ask, tally }, action);
  const cents = totalGiven(tally);
  if (cents === 0 || isDryRun(ask.query)) return value;
  const limit = await readApprovalLimit(tx);
  if (limit === null) return value;
  const [largest] = tally.given.toSorted((one, other) => other.cents - one.cents);
  const kind = kindOfGiving(entry);
  const named = tally.named ?? (largest && { ...largest, kind, subject: '', reason: reasonIn(ask.body) });
  if (!named) throw new Error(`${entry.path} loses ${cents} and names nothing`);
  const giving = { accountId: caller.accountId, shopId: named.shopId, cents, at: ask.context.now };
  if (!(await giveWithinLimit(tx, { ...giving, limit }))) await takeOwnApproval(tx, { entry, ask, cents, named });
  return value;
}

/** Runs a write. Adds what it takes from the bills of the next year, if it is a call that changes them. */
async function measuringTerms<Value>(
  tx: Writer,
  { entry, ask, tally }: { entry: Call; ask: WriteRequest; tally: GivingTally },
  action: () => Promise<Value>,
): Promise<Value> {
  const isMeasured = kindOfTerms(entry) !== undefined && !isDryRun(ask.query);
  if (!isMeasured || (await readApprovalLimit(tx)) === null) return action();
  const today = dayOf(ask.context.now);
  const before = await loadMarketTerms(tx, today);
  // A rate of the whole market is not lowered for one tenant.
  const vacant = kindOfTerms(entry) === 'terms_lowered' ? await listVacantShops(tx) : [];
  const value = await action();
  tally.given.push(...lostByTerms(before, await loadMarketTerms(tx, today), today));
  if (vacant.length > 0) tally.given.push(...lostByVacant(vacant, await listVacantShops(tx)));
  return value;
}

function reasonIn(body: unknown): string {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return typeof reason === 'string' ? reason : '';
}

interface Wanted {
  entry: Call;
  ask: WriteRequest;
  cents: Cents;
  named: NamedGiving;
}

/** Takes the approval of exactly this request. Without one, throws a refusal that stores the request. */
async function takeOwnApproval(tx: Writer, { entry, ask, cents, named }: Wanted): Promise<void> {
  const { caller, context } = ask;
  if (!caller) throw new Refusal('not_allowed');
  const { kind, shopId, tenant, subject, reason } = named;
  const request = describeRequest(entry, ask);
  const wanted = { accountId: caller.accountId, requestHash: request.hash, cents, at: context.now };
  const taken = await takeApproval(tx, wanted);
  const what = apiMessage(`approvals.what.${kind}`, { tenant, shop: shopId, subject });
  if (!taken) throw new ApprovalRequired(context, { ...wanted, request: request.text, what, shopId, reason });
  await auditApproval(tx, context, { type: 'Approval Used', row: taken, reason });
}

const MOST_PENDING = 20;

interface WantedApproval {
  accountId: number;
  requestHash: string;
  cents: Cents;
  at: Instant;
  request: string;
  what: ApiMessage;
  shopId: string;
  reason: string;
}

class ApprovalRequired extends RecordedRefusal {
  readonly #context: ActionContext;
  readonly #wanted: WantedApproval;

  constructor(context: ActionContext, wanted: WantedApproval) {
    super('approval_required');
    this.#context = context;
    this.#wanted = wanted;
  }

  async record(tx: Writer): Promise<void> {
    const { accountId, requestHash, cents, at, request, what, shopId, reason } = this.#wanted;
    // Without this lock, the second of two equal concurrent requests would not find the first.
    await lockDataVersion(tx);
    const pending = await listPendingOf(tx, accountId, at);
    if (pending.some((row) => row.request_hash === requestHash && row.cents === cents)) return;
    if (pending.length >= MOST_PENDING) throw new Refusal('too_many_approvals');
    const row = await insertApproval(tx, {
      account_id: accountId,
      requested_by: this.#context.actor,
      requested_at: at,
      request_hash: requestHash,
      request,
      shop_id: shopId,
      cents,
      reason,
      state: 'pending',
      description: inWords(what, 'en'),
      sentence: storeMessage(what),
    });
    await auditApproval(tx, this.#context, { type: 'Approval Requested', row, reason });
  }
}
