import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Month } from '#billing/calendar.ts';
import { fold } from '#billing/fold.ts';
import {
  type FoldedInvoice,
  findCharge,
  type Ledger,
  paidOf,
  totalDebt,
  unpaidOfCharge,
  unpaidOfInvoice,
} from '#billing/ledger.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import { cents, toRupees } from '#billing/money.ts';
import type { YearSummary } from '#contract/dashboard.ts';
import type { Reader } from '../db/connect.ts';
import { takesEffectAt } from '../db/takes-effect.ts';
import { type LoadedLedger, loadLedger } from '../features/ledger/load-ledger.ts';
import { spanOf } from '../features/reports/load-report.ts';
import { listShops } from '../features/shops/queries.ts';
import { listTenanciesOfShop } from '../features/tenants/queries.ts';

export async function foldShops(db: Reader): Promise<LoadedLedger[]> {
  const ledgers: LoadedLedger[] = [];
  for (const shop of await listShops(db)) {
    for (const tenancy of await listTenanciesOfShop(db, shop.id)) ledgers.push(await loadLedger(db, { shop, tenancy }));
  }
  return ledgers;
}

/**
 * Returns the figures of a shop for a month, in rupees, keyed by the headings of the three reports. They are computed
 * from the ledgers at the beginning and the end of the month.
 */
export function monthFigures({ shop, entries, rows, ledger }: LoadedLedger, month: Month) {
  const { from, until } = spanOf(month);
  const before = ledgerAt(entries, from);
  const after = ledgerAt(entries, until);
  const late = ledger.invoices.filter(({ at }) => at >= until).map(withoutMoney);
  const bills = [...after.invoices, ...late].filter((invoice) => invoice.month <= month);
  const ofMonth = bills.filter((invoice) => invoice.month === month);
  const earlier = bills.filter((invoice) => invoice.month < month);
  const inMonth = rows.filter((row) => {
    const at = takesEffectAt(row);
    return at !== null && at >= from && at < until;
  });
  const receivedBy = (kinds: readonly string[]) =>
    sum(
      inMonth.filter(({ kind }) => kinds.includes(kind)),
      ({ cents }) => cents,
    );
  const otherMonths = sum(earlier, paidOf) - sum(before.invoices, paidOf);
  const thisMonth = sum(ofMonth, paidOf);
  const who = { 'Shop: ID': shop.shop_id };
  const money = {
    Received: inRupees(receivedBy(['payment', 'correction'])),
    'Balance adjustment': inRupees(receivedBy(['balance'])),
    'Paid for other months': inRupees(otherMonths),
    Extra: inRupees(after.balanceCents - before.balanceCents),
  };
  const taken = inMonth.filter(({ kind }) => kind === 'payment');
  const hasMovement = inMonth.some(({ kind }) => MONEY.includes(kind)) || thisMonth + otherMonths > 0;
  const recorded = rows.filter(({ recorded_at }) => recorded_at >= from && recorded_at < until);
  const savedFines = sum(recorded, ({ saved_fine_cents }) => saved_fine_cents ?? 0);
  const earlierFines = sum(earlier, fineOf) - sum(before.invoices, fineOf);
  return {
    isListedWithPayments: hasMovement || savedFines > 0,
    isListed: hasMovement || ofMonth.length > 0 || earlierFines > 0,
    rent: {
      ...who,
      ...charges(ofMonth, 'Billed', ({ cents }) => cents),
      ...charges(ofMonth, 'Paid', ({ paidCents }) => paidCents),
      ...charges(ofMonth, 'Remaining', unpaidOfCharge),
      'Fines for earlier months': inRupees(earlierFines),
      'Previous balance': inRupees(before.balanceCents),
      ...money,
    },
    due: {
      ...who,
      ...charges(earlier, 'Earlier', unpaidOfCharge, 'Together'),
      ...charges(ofMonth, 'This month', unpaidOfCharge, 'Together'),
      Debt: inRupees(Math.max(0, -after.balanceCents)),
      'Total due': inRupees(
        totalDebt(after) +
          sum(
            late.filter((invoice) => invoice.month <= month),
            unpaidOfInvoice,
          ),
      ),
    },
    payment: {
      ...who,
      Payments: taken.length,
      ...money,
      'Paid for this month': inRupees(thisMonth),
      'Fines waived by earlier days': inRupees(savedFines),
    },
  };
}

const MONEY: readonly string[] = ['payment', 'correction', 'balance'];

function ledgerAt(entries: readonly LedgerEntry[], instant: string): Ledger {
  return fold(entries.filter((entry) => entry.at < instant || entry.kind === 'fine removed'));
}

function withoutMoney(invoice: FoldedInvoice): FoldedInvoice {
  const own = invoice.charges.filter(({ kind }) => kind !== 'Fine');
  return { ...invoice, charges: own.map((charge) => ({ ...charge, paidCents: 0 as typeof charge.cents })) };
}

function fineOf(invoice: FoldedInvoice): number {
  return findCharge(invoice, 'Fine')?.cents ?? 0;
}

type Charge = FoldedInvoice['charges'][number];

function charges(bills: readonly FoldedInvoice[], part: string, amount: (charge: Charge) => number, all = 'Total') {
  const of = (kind: string) =>
    inRupees(
      sum(
        bills.flatMap((bill) => bill.charges).filter((charge) => charge.kind === kind),
        amount,
      ),
    );
  return {
    [`Rent: ${part}`]: of('Rent'),
    [`Operation fee: ${part}`]: of('OperationFee'),
    [`VAT: ${part}`]: of('VAT'),
    [`Fines: ${part}`]: of('Fine'),
    [`${all}: ${part}`]: inRupees(
      sum(
        bills.flatMap((bill) => bill.charges),
        amount,
      ),
    ),
  };
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

function inRupees(amount: number): number {
  return toRupees(cents(amount));
}

/** Checks the dashboard's sums of a year against sums of the stored rows. */
export async function expectYearSums(db: Reader, { year, monthlySummaries, ...standing }: YearSummary): Promise<void> {
  const ofYear = db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .where('ledger_entries.voided_at', 'is', null)
    .where(sql<boolean>`invoices.month like ${`${year}-%`}`);
  const counts = await ofYear
    .select(['invoices.month as of', 'invoices.status', db.fn.countAll<number>().as('count')])
    .groupBy(['invoices.month', 'invoices.status'])
    .execute();
  const sums = await ofYear
    .innerJoin('charges', 'charges.invoice_id', 'invoices.id')
    .select(({ fn }) => [
      'invoices.month as of',
      'charges.kind',
      fn.sum<number>('charges.cents').as('amount'),
      fn.sum<number>('charges.paid_cents').as('paid'),
    ])
    .groupBy(['invoices.month', 'charges.kind'])
    .execute();
  const tenancies = await db.selectFrom('tenancies').select(['balance_cents', 'ended_on']).execute();
  expect(standing).toMatchObject({
    shopBalanceSum: { total_shop_balance: inRupees(sum(tenancies, (row) => Math.max(0, row.balance_cents))) },
    tenantCount: tenancies.filter(({ ended_on }) => ended_on === null).length,
  });
  for (const { month, ...shown } of monthlySummaries) {
    const isOf = (row: { of: Month }) => row.of === `${year}-${String(month).padStart(2, '0')}`;
    const count = (status: string) => Number(counts.filter(isOf).find((row) => row.status === status)?.count ?? 0);
    const ofKind = (kind: string) => {
      const row = sums.filter(isOf).find((one) => one.kind === kind);
      return [inRupees(Number(row?.amount ?? 0)), inRupees(Number(row?.paid ?? 0))];
    };
    expect(Object.values(shown).map((part) => Object.values(part))).toEqual([
      [
        sum(counts.filter(isOf), (row) => Number(row.count)),
        ...['Paid', 'Unpaid', 'Partially Paid', 'Arrears'].map(count),
      ],
      ...['Rent', 'VAT', 'Fine', 'OperationFee', 'Other'].map(ofKind),
    ]);
  }
}
