import { type Cents, sumCents } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { readApprovalLimit } from './read-limit.ts';

/** What a write gave up in one ledger. */
export interface Given {
  cents: Cents;
  shopId: string;
  tenant: string;
}

/** The words for a request for approval, and an amount that is given up at least. */
export interface NamedGiving extends Given {
  kind: ApprovalKind;
  subject: string;
  reason: string;
}

export interface GivingTally {
  given: Given[];
  named: NamedGiving | undefined;
}

const tallies = new WeakMap<Writer, GivingTally>();

export function openTally(tx: Writer): GivingTally {
  const tally: GivingTally = { given: [], named: undefined };
  tallies.set(tx, tally);
  return tally;
}

export function findTally(tx: Writer): GivingTally | undefined {
  return tallies.get(tx);
}

/**
 * Adds what a change gave up to the tally of its write, which the write layer compares with the limit. Refuses a change
 * of a person that no tally counts, so that a new call cannot give up money beside the limit.
 */
export async function countGiven(tx: Writer, { accountId }: ActionContext, given: Given): Promise<void> {
  if (given.cents === 0) return;
  const tally = findTally(tx);
  if (tally) tally.given.push(given);
  else if (accountId !== undefined && (await readApprovalLimit(tx)) !== null) throw new Refusal('not_allowed');
}

/** Returns what the write loses: the measured sum, or the named amount where that is higher. */
export function totalGiven({ given, named }: GivingTally): Cents {
  const measured = sumCents(given.map(({ cents }) => cents));
  return named && named.cents > measured ? named.cents : measured;
}
