import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentInstant } from './calendar.ts';
import { EMPTY_FOLD, fold, foldFrom } from './fold.ts';
import { billOf, invoiceEffectiveAt } from './invoice.ts';
import { type FoldedInvoice, type Ledger, unpaidOfCharge } from './ledger.ts';
import { inLedgerOrder } from './ledger-entries.ts';
import { statementOf } from './statement.ts';
import { chargeStatus, invoiceStatus } from './status.ts';
import * as changes from './testing/changes.ts';
import { differencesFromOracle } from './testing/compare.ts';
import { entriesOf, type LedgerEvent, type LedgerRules } from './testing/events.ts';
import * as invariants from './testing/invariants.ts';
import { anyShop } from './testing/random-shop.ts';
import { runs } from './testing/runs.ts';

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

const rules: LedgerRules = {
  fold,
  foldFrom,
  EMPTY_FOLD,
  inLedgerOrder,
  billOf,
  invoiceEffectiveAt,
  paymentInstant,
  chargeStatus,
  invoiceStatus,
  statementOf,
};

const anyCase = fc.record({ events: anyShop, dice: fc.nat(1_000_000) }).map((given) => ({
  ...given,
  [fc.toStringMethod]: () => `dice ${given.dice}\n${given.events.map(lineOf).join('\n')}`,
}));

const promises: [number: string, promise: string, invariant: invariants.Invariant][] = [
  [
    '1',
    'payments with corrections and set balances are what was allocated and what is left',
    invariants.moneyIsConserved,
  ],
  [
    '2',
    'no charge is paid more than it is, and its paid amount is its movements',
    invariants.paidAmountsAreTheirAllocations,
  ],
  ['3', 'nothing is left over while anything is owed', invariants.noCreditRemainsWhileAnythingIsUnpaid],
  ['4', 'the oldest month is paid first, and within it VAT, fee, rent, fine', invariants.theOldestIsPaidFirst],
  ['5', 'the order in which things are recorded changes nothing', invariants.recordingInAnotherOrderChangesNothing],
  ['6', 'a payment recorded and deleted leaves no trace', changes.aDeletedPaymentChangesNothing],
  ['6', 'a fine applied and removed leaves only its mark', changes.aRemovedFineLeavesOnlyItsFlag],
  ['7', 'a payment corrected is the payment that it really was', changes.aCorrectedPaymentEqualsTheRightOne],
  ['7', 'two payments of a day are one of their sum', changes.twoPaymentsEqualTheirSum],
  ['8', 'what comes last changes no earlier allocation', changes.theNewestEntryChangesNoAllocation],
  ['8', 'no fact changes what was allocated before it', invariants.noLaterEntryChangesAnAllocation],
  [
    '9',
    'a fine is of the rent unpaid when it fell due, at the rate of its invoice, one at most',
    invariants.finesAreOfTheUnpaidRent,
  ],
  ['10', 'statuses follow from paid amounts and arrests, and an arrest moves no money', invariants.statusesFollow],
  [
    '11',
    'a month billed late changes no earlier allocation and brings no fine',
    changes.aLateInvoiceChangesNothingEarlier,
  ],
  ['16', 'a ledger that is continued equals one that is computed anew', changes.aContinuedLedgerEqualsANewOne],
  ['', 'a statement ends with what is left over less what is owed', invariants.theStatementEndsWhereTheLedgerDoes],
];

const FEW = 250;
const MANY = 5000;

test.each(promises)('%s %s', (_number, _promise, invariant) => expectInvariant(invariant, FEW));

test.each(promises)(`%s %s, in ${MANY} shops`, { tags: ['slow'] }, (_number, _promise, invariant) =>
  expectInvariant(invariant, MANY),
);

test('the ledger equals the ledger of a second, independent implementation of the rules', () => expectOracle(FEW));

test(`the ledgers of ${MANY} shops equal those of a second, independent implementation`, { tags: ['slow'] }, () =>
  expectOracle(MANY),
);

function expectInvariant(invariant: invariants.Invariant, shops: number): void {
  const promise = fc.property(anyCase, (given) => {
    expect(invariant(rules, given)).toBe('');
  });
  fc.assert(promise, runs(shops));
}

function expectOracle(shops: number): void {
  const equality = fc.property(anyCase, ({ events }) => {
    expect(differencesFromOracle(rules, events)).toBe('');
  });
  fc.assert(equality, runs(shops));
}

function lineOf(event: LedgerEvent): string {
  return Object.entries(event)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}
