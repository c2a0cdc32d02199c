import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentInstant } from './calendar.ts';
import { fold } from './fold.ts';
import { billOf, invoiceEffectiveAt } from './invoice.ts';
import { type FoldedInvoice, type Ledger, unpaidOfCharge } from './ledger.ts';
import { inLedgerOrder } from './ledger-entries.ts';
import { entriesOf } from './testing/events.ts';
import { anyShop } from './testing/random-shop.ts';

test('the random shops reach every branch of the rules', { tags: ['slow'] }, () => {
  const shops = fc.sample(anyShop, { numRuns: 2000, seed: 7 });
  const counts = new Map<string, number>();
  const count = (turn: string, isThere: boolean) => counts.set(turn, (counts.get(turn) ?? 0) + Number(isThere));
  for (const events of shops) {
    const entries = events.map(({ kind }) => kind);
    const ordered = inLedgerOrder(entriesOf({ billOf, invoiceEffectiveAt, paymentInstant }, events));
    const ledger = fold(ordered);
    const moments = ordered.map((_, index) => fold(ordered.slice(0, index + 1)));
    const fines = ledger.invoices.flatMap(({ charges }) => charges.filter(({ kind }) => kind === 'Fine'));
    const applied = events.flatMap((each) => (each.kind === 'fine applied' ? [each.at] : []));
    count(
      'a fine by a late payment',
      fines.some(({ aroseAt }) => !applied.includes(aroseAt)),
    );
    count(
      'a fine by a person',
      fines.some(({ aroseAt }) => applied.includes(aroseAt)),
    );
    count(
      'a fine paid',
      fines.some(({ cents, paidCents }) => paidCents === cents),
    );
    count(
      'a fine back after a removal',
      ledger.invoices.some((each) => each.wasFineRemoved && each.charges.length > 3),
    );
    const rateOf = ({ charges, fineBasisPoints }: FoldedInvoice) =>
      charges.some(({ kind }) => kind === 'Fine') ? fineBasisPoints : undefined;
    const rates = new Set(ledger.invoices.map(rateOf).filter((rate) => rate !== undefined));
    count(
      'a fine of another rate than 30%',
      [...rates].some((rate) => rate !== 3000),
    );
    count('fines of two rates', rates.size > 1);
    count(
      'a month without a fine rate',
      ledger.invoices.some(({ fineBasisPoints }) => fineBasisPoints === 0),
    );
    count(
      'a due day before the 15th',
      ledger.invoices.some(({ dueDayOfMonth }) => dueDayOfMonth.slice(8) < '15'),
    );
    count(
      'a due day after the 15th',
      ledger.invoices.some(({ dueDayOfMonth }) => dueDayOfMonth.slice(8) > '15'),
    );
    count('something left over', ledger.balanceCents > 0);
    count('a debt on the balance', ledger.balanceCents < 0);
    count('everything paid to the cent at some moment', moments.some(isSquare));
    count(
      'a month forgotten or late',
      ledger.invoices.some(({ month, at }) => at.slice(0, 7) > month),
    );
    count(
      'a charge under arrest',
      ledger.invoices.some(({ charges }) => charges.some((each) => each.isUnderArrest)),
    );
    const transfers = events.flatMap((each) => (each.kind === 'transfer' ? [each] : []));
    const arrived = transfers.filter(({ cents }) => cents > 0).map(({ id }) => id);
    count(
      'a transfer that pays a charge',
      ledger.allocations.some(({ causeId }) => arrived.includes(causeId)),
    );
    count(
      'a transfer out',
      transfers.some(({ cents }) => cents < 0),
    );
    count(
      'a transfer beside its payment',
      transfers.some(({ place }) => place !== undefined),
    );
    for (const kind of ['refund', 'write-off', 'deposit applied'] as const) count(kind, entries.includes(kind));
    count(
      'a payment in the place of another',
      events.some((each) => each.kind === 'payment' && each.place !== undefined),
    );
    count('a correction', entries.includes('correction'));
    count('twenty facts or more', entries.length >= 20);
  }
  const rare = [...counts].filter(([, times]) => times < 50);
  expect(rare).toEqual([]);
});

function isSquare(ledger: Ledger): boolean {
  const isPaid = ({ charges }: FoldedInvoice) => charges.every((charge) => unpaidOfCharge(charge) === 0);
  return ledger.balanceCents === 0 && ledger.allocations.length > 0 && ledger.invoices.every(isPaid);
}
