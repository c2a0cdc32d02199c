import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentInstant } from './calendar.ts';
import { fold } from './fold.ts';
import { billOf, invoiceEffectiveAt } from './invoice.ts';
import { inLedgerOrder } from './ledger-entries.ts';
import { statementOf } from './statement.ts';
import { chargeStatus, invoiceStatus } from './status.ts';
import * as changes from './testing/changes.ts';
import { differencesFromOracle } from './testing/compare.ts';
import type { LedgerEvent, LedgerRules } from './testing/events.ts';
import * as invariants from './testing/invariants.ts';
import { anyShop } from './testing/random-shop.ts';
import { runs } from './testing/runs.ts';

const rules: LedgerRules = {
  fold,
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
