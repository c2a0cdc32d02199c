import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instant, Month } from './calendar.ts';
import { fold } from './fold.ts';
import { type Ledger, unpaidOfInvoice } from './ledger.ts';
import type { BalanceEntry, InvoiceEntry, LedgerEntry, OpenedCharge } from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';
import { statementOf } from './statement.ts';

const at = (text: string) => `${text}:00.000Z` as Instant;
const T = at('2026-11-20T10:00');

function invoice(id: number, month: string, more: Partial<InvoiceEntry> = {}): InvoiceEntry {
  const generatedAt = at(`${month}-01T01:00`);
  return {
    id,
    kind: 'invoice',
    at: generatedAt,
    month: month as Month,
    generatedAt,
    rentCents: cents(100_000),
    operationFeeCents: cents(10_000),
    vatCents: cents(19_800),
    rentDueDay: 15,
    fineBasisPoints: 3000,
    ...more,
  };
}

const paid = (id: number, when: string, amount: number): LedgerEntry => ({
  id,
  kind: 'payment',
  at: at(when),
  cents: cents(amount),
});

function opening(id: number, amount: number, charges: readonly OpenedCharge[]): BalanceEntry {
  return { id, kind: 'balance', at: T, cents: cents(amount), opening: charges };
}

const charge = (invoiceId: number, kind: OpenedCharge['kind'], amount: number): OpenedCharge => ({
  invoiceId,
  kind,
  paidCents: cents(amount),
  paidAt: amount > 0 ? at('2026-10-07T05:30') : null,
  isUnderArrest: false,
});

const whole = (invoiceId: number) => [
  charge(invoiceId, 'VAT', 19_800),
  charge(invoiceId, 'OperationFee', 10_000),
  charge(invoiceId, 'Rent', 100_000),
];

function shown({ balanceCents, invoices }: Ledger) {
  return {
    balance: balanceCents,
    unpaid: invoices.map((one) => [one.month, unpaidOfInvoice(one)]),
    fines: invoices.flatMap(({ charges }) => charges.flatMap((one) => (one.kind === 'Fine' ? one.cents : []))),
  };
}

describe('an opening entry', () => {
  const history = [invoice(1, '2026-09'), paid(2, '2026-10-20T05:30', 129_800), invoice(3, '2026-10')];

  test('takes over charges, fines and the rest of the balance, whatever a fold of the history would give', () => {
    const fine = { cents: cents(30_000), aroseAt: at('2026-10-19T02:00') };
    const charges = [...whole(1), charge(3, 'VAT', 0), { ...charge(3, 'Fine', 0), fine, isUnderArrest: true }];
    expect(shown(fold([...history, opening(4, -2500, charges)]))).toEqual({
      balance: -2500,
      unpaid: [
        ['2026-09', 0],
        ['2026-10', 159_800],
      ],
      fines: [30_000],
    });
  });

  test('pays each charge on its own day, with one allocation', () => {
    const { allocations } = fold([...history, opening(4, 0, whole(1))]);
    expect(allocations.map(({ kind, cents: amount, at: when, causeId }) => [kind, amount, when, causeId])).toEqual([
      ['VAT', 19_800, '2026-10-07T05:30:00.000Z', 4],
      ['OperationFee', 10_000, '2026-10-07T05:30:00.000Z', 4],
      ['Rent', 100_000, '2026-10-07T05:30:00.000Z', 4],
    ]);
  });

  test('lets credit that remains pay other charges, without a fine and in the same allocation', () => {
    const ledger = fold([...history, opening(4, 50_000, [...whole(1), charge(3, 'VAT', 5000)])]);
    expect(shown(ledger)).toEqual({
      balance: 0,
      unpaid: [
        ['2026-09', 0],
        ['2026-10', 79_800],
      ],
      fines: [],
    });
    expect(ledger.allocations.filter(({ invoiceId, kind }) => invoiceId === 3 && kind === 'VAT')).toEqual([
      expect.objectContaining({ cents: 19_800, at: T }),
    ]);
  });

  test('comes before everything recorded later, also what is dated earlier, and that is late by its own day', () => {
    const before = [...history, opening(4, 0, whole(1))];
    expect(shown(fold([...before, paid(5, '2026-10-10T05:30', 20_000)]))).toMatchObject({ fines: [], balance: 0 });
    expect(shown(fold([...before, paid(5, '2026-10-21T05:30', 20_000)]))).toMatchObject({
      fines: [30_000],
      balance: 0,
    });
  });

  test('has every invoice of the history before it, also one of a later month', () => {
    const future = invoice(3, '2026-12', { at: at('2026-11-30T18:30') });
    const ledger = fold([invoice(1, '2026-09'), paid(2, '2026-10-20T05:30', 129_800), future, opening(4, 0, whole(1))]);
    expect(shown(ledger).unpaid).toEqual([
      ['2026-09', 0],
      ['2026-12', 129_800],
    ]);
  });

  test('returns the money of a payment or invoice back that is deleted afterwards', () => {
    const [first, money, second] = history as [LedgerEntry, LedgerEntry, LedgerEntry];
    const opened = opening(4, 0, whole(1));
    expect(shown(fold([first, second, opened])).balance).toBe(-129_800);
    expect(shown(fold([money, second, opened])).unpaid).toEqual([['2026-10', 0]]);
  });

  test('keeps arrests of charges and of invoices, and the removal of a fine', () => {
    const held: LedgerEntry = { id: 4, kind: 'invoice arrested', at: T, invoiceId: 3 };
    const removed: LedgerEntry = { id: 5, kind: 'fine removed', at: at('2026-10-25T08:00'), invoiceId: 3 };
    const charges = [...whole(1), { ...charge(3, 'Rent', 0), isUnderArrest: true }];
    const ledger = fold([...history, held, removed, opening(6, 0, charges), paid(7, '2026-11-21T05:30', 1000)]);
    const [, october] = ledger.invoices;
    expect(october?.isUnderArrest).toBe(true);
    expect(october?.charges.map(({ kind, isUnderArrest }) => [kind, isUnderArrest])).toEqual([
      ['VAT', false],
      ['OperationFee', false],
      ['Rent', true],
    ]);
  });

  test('removes its fine when the fine is deleted afterwards', () => {
    const fine = { cents: cents(30_000), aroseAt: at('2026-10-19T02:00') };
    const opened = opening(4, 0, [...whole(1), { ...charge(3, 'Fine', 10_000), fine }]);
    const removed: LedgerEntry = { id: 5, kind: 'fine removed', at: at('2026-11-20T11:00'), invoiceId: 3 };
    expect(shown(fold([...history, opened, removed])).fines).toEqual([]);
  });

  test('counts the due day of the previous system for its invoices, even for one generated late', () => {
    const late = invoice(1, '2026-10', { generatedAt: at('2026-11-10T01:00'), at: at('2026-11-10T01:00') });
    expect(fold([late, opening(2, 0, [])]).invoices[0]?.dueDay).toBe('2026-10-15');
    expect(fold([late]).invoices[0]?.dueDay).toBe('2026-11-24');
  });
});

test('money is conserved, and the statement ends with the net amount, for any history and any recorded amounts', () => {
  const part = fc.nat(1000).map((share) => share / 1000);
  const months = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
  fc.assert(
    fc.property(
      months,
      fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 8 }),
      fc.infiniteStream(part),
      fc.integer({ min: -50_000, max: 50_000 }),
      (numbers, amounts, shares, adjustment) => {
        const share = () => shares.next().value ?? 0;
        const invoices = numbers
          .toSorted((one, other) => one - other)
          .map((month, index) => invoice(index + 1, `2026-0${month}`));
        const payments = amounts.map((amount, index) =>
          paid(100 + index, `2026-0${1 + Math.floor(share() * 9)}-10T05:30`, amount),
        );
        const charges = invoices.flatMap(({ id }) =>
          whole(id).map((one) => ({ ...one, paidCents: cents(Math.floor(one.paidCents * share())) })),
        );
        const later = paid(400, '2026-11-25T05:30', 1 + Math.floor(share() * 200_000));
        for (const entries of [
          [...invoices, ...payments, opening(300, adjustment, charges)],
          [...invoices, ...payments, opening(300, adjustment, charges), later],
        ]) {
          const ledger = fold(entries);
          const came = entries.reduce((sum, entry) => sum + ('cents' in entry ? entry.cents : 0), 0);
          const went = sumCents(ledger.allocations.map((one): Cents => one.cents));
          expect(went + ledger.balanceCents).toBe(came);
          expect(ledger.balanceCents > 0 && ledger.invoices.some((one) => unpaidOfInvoice(one) > 0)).toBe(false);
          const keys = ledger.allocations.map(({ invoiceId, kind, causeId }) => `${invoiceId} ${kind} ${causeId}`);
          expect(new Set(keys).size).toBe(keys.length);
          for (const { charges: own } of ledger.invoices)
            for (const { cents: amount, paidCents } of own) expect(paidCents >= 0 && paidCents <= amount).toBe(true);
          const net = ledger.balanceCents - sumCents(ledger.invoices.map(unpaidOfInvoice));
          expect(statementOf(entries, ledger).at(-1)?.balanceCents ?? 0).toBe(net);
          expect(fold(entries.toReversed())).toEqual(ledger);
        }
      },
    ),
    { numRuns: 40 },
  );
});
