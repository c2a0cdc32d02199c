import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { places } from '#contract/places.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { sumOwnBankedHandovers } from '../gate/handover-queries.ts';
import { listBankedSessions, sumOwnBankDays } from './queries.ts';

interface PersonCents {
  email: string;
  cents: Cents;
}

/**
 * Returns the money that the bank has by the word of the people who received or counted it, the largest sums first:
 * payments that they cleared or confirmed themselves, and cash of their sessions, and gate cash, that they recorded as
 * banked.
 */
export async function loadOwnWord(db: Reader): Promise<Answer<typeof places.now>['by_own_word']> {
  const all = [...(await sumOwnBankDays(db)), ...(await listOwnSessions(db)), ...(await sumOwnBankedHandovers(db))];
  const sums = [...Map.groupBy(all, ({ email }) => email)].map(([email, ofPerson]) => ({
    email,
    cents: sumCents(ofPerson.map((one) => one.cents)),
  }));
  const names = await listNamesByEmail(
    db,
    sums.map(({ email }) => email),
  );
  return sums
    .filter((one) => one.cents > 0)
    .toSorted((one, other) => other.cents - one.cents)
    .map(({ email, cents: amount }) => ({ email, name: names.get(email) ?? email, amount: toRupees(amount) }));
}

async function listOwnSessions(db: Reader): Promise<PersonCents[]> {
  const sessions = await listBankedSessions(db);
  return sessions.flatMap(({ owner, closed_by, counted_cents, kept_cents, banked_by, kept_banked_by }) => {
    const kept = kept_cents ?? cents(0);
    const own = (email: string | null, amount: Cents) =>
      email !== null && [owner, closed_by].includes(email) ? [{ email, cents: amount }] : [];
    return [...own(banked_by, cents((counted_cents ?? 0) - kept)), ...own(kept_banked_by, kept)];
  });
}
