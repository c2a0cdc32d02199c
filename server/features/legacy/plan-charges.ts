import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '#billing/calendar.ts';
import { type Cents, cents, percentOf, sumCents, writeDecimal } from '#billing/money.ts';
import { type Findings, stopAt } from './findings.ts';
import type { ImportWorld } from './import-world.ts';
import type { LegacyMarket } from './legacy-market.ts';
import { keyOfRow, type LegacyRow, sameId } from './legacy-tables.ts';

const NONE = cents(0);

/** A charge of an invoice in its last state in the previous system. Several rows of the same kind are one charge. */
export interface PlannedCharge {
  kind: 'VAT' | 'OperationFee' | 'Rent' | 'Fine';
  cents: Cents;
  /**
   * The amount that counts as paid. It includes the forgiven amount of a charge that was closed before it was paid in
   * full.
   */
  paidCents: Cents;
  forgivenCents: Cents;
  /** What was paid above the amount. It is not part of `paidCents`. */
  overpaidCents: Cents;
  paidAt: Instant | null;
  aroseAt: Instant | null;
  isUnderArrest: boolean;
}

export interface PlannedInvoice {
  row: LegacyRow<'invoices'>;
  month: Month;
  charges: PlannedCharge[];
  generatedAt: Instant;
  isUnderArrest: boolean;
}

const KINDS = [
  { table: 'vat', kind: 'VAT', amount: 'vat_amount' },
  { table: 'operation_fees', kind: 'OperationFee', amount: 'operation_amount' },
  { table: 'rents', kind: 'Rent', amount: 'rent_amount' },
  { table: 'fines', kind: 'Fine', amount: 'fine_amount' },
] as const;
type ChargeTable = (typeof KINDS)[number]['table'];

/**
 * Returns the invoices of a shop with their charges, oldest month first. Throws LegacyFault if two invoices are of the
 * same month.
 */
export function planInvoices(
  { market, findings, context }: Pick<ImportWorld, 'market' | 'findings' | 'context'>,
  shopId: string,
): PlannedInvoice[] {
  const planned = [...market.rows('invoices', { shop: shopId })].map((row) => planInvoice(market, row, findings));
  const byMonth = planned.toSorted((one, other) => (one.month < other.month ? -1 : 1));
  for (const [at, { row, month }] of byMonth.entries()) {
    const next = byMonth[at + 1];
    if (next?.month === month) throw stopAt(['invoices', next.row.invoice_id], 'same_month', { other: row.invoice_id });
    if (month > monthOf(dayOf(context.now))) findings.add(['invoices', row.invoice_id], 'future_month', month);
  }
  return byMonth;
}

function planInvoice(market: LegacyMarket, row: LegacyRow<'invoices'>, findings: Findings): PlannedInvoice {
  const first = dayOf(row.month_year);
  if (!first.endsWith('-01')) throw stopAt(['invoices', row.invoice_id], 'month_start', { value: first });
  const rows = KINDS.map(({ table, kind, amount }) => ({
    table,
    kind,
    rows: [...market.rows(table, { invoice: row.invoice_id })].map((charge) => ({
      ...charge,
      key: keyOfRow(table, charge),
      cents: (charge as unknown as Record<string, Cents>)[amount] ?? NONE,
    })),
  }));
  const charges = rows.flatMap(({ table, kind, rows: same }) => {
    if (same.length === 0) return [];
    for (const { key } of same.slice(1)) findings.add([table, key], 'duplicate_charge', row.invoice_id);
    return [
      join(
        kind,
        same.map((one) => planCharge(table, one, findings)),
      ),
    ];
  });
  noteState(row, charges, findings);
  const dated = rows.toReversed().flatMap(({ kind, rows: same }) => (kind === 'Fine' ? [] : same));
  const generatedAt = dated.find(({ generate_date }) => generate_date !== null)?.generate_date;
  return {
    row,
    month: monthOf(first),
    charges,
    generatedAt: generatedAt ?? findGeneration(market, row) ?? row.createdAt ?? row.month_year,
    isUnderArrest: row.status === 'Arrest' && dueOf(charges) > 0,
  };
}

function findGeneration(market: LegacyMarket, { invoice_id, shop_id }: LegacyRow<'invoices'>): Instant | null {
  for (const event of market.rows('audit_trail', { shop: shop_id }))
    if (event.event_type === 'Invoice Generated' && sameId(event.invoice_id ?? '') === sameId(invoice_id))
      return event.event_date;
  return null;
}

interface ChargeRow {
  key: string;
  cents: Cents;
  paid_amount: Cents | null;
  generate_date: Instant | null;
  paid_date: Instant | null;
  status: string | null;
}

function planCharge(table: ChargeTable, row: ChargeRow, findings: Findings): Omit<PlannedCharge, 'kind'> {
  const paid = row.paid_amount ?? NONE;
  if (row.cents < 0 || paid < 0) throw stopAt([table, row.key], 'negative');
  const short = cents(row.cents - paid);
  const isPaid = row.status === 'Paid';
  if (short < 0) findings.add([table, row.key], 'overpaid', writeDecimal(cents(-short)));
  else if (isPaid && short > 0) findings.add([table, row.key], 'paid_but_short', writeDecimal(short));
  else if (!isPaid && short === 0 && row.cents > 0) findings.add([table, row.key], 'paid_in_full_but_not_closed');
  return {
    cents: row.cents,
    paidCents: isPaid ? row.cents : cents(Math.min(paid, row.cents)),
    forgivenCents: isPaid && short > 0 ? short : NONE,
    overpaidCents: cents(Math.max(0, -short)),
    paidAt: paid > 0 ? row.paid_date : null,
    aroseAt: row.generate_date,
    isUnderArrest: row.status === 'Arrest' && short > 0,
  };
}

function join(kind: PlannedCharge['kind'], same: readonly Omit<PlannedCharge, 'kind'>[]): PlannedCharge {
  const days = same.flatMap(({ paidAt }) => paidAt ?? []).toSorted();
  return {
    kind,
    cents: sumCents(same.map((one) => one.cents)),
    paidCents: sumCents(same.map((one) => one.paidCents)),
    forgivenCents: sumCents(same.map((one) => one.forgivenCents)),
    overpaidCents: sumCents(same.map((one) => one.overpaidCents)),
    paidAt: days.at(-1) ?? null,
    aroseAt: same[0]?.aroseAt ?? null,
    isUnderArrest: same.some((one) => one.isUnderArrest),
  };
}

function noteState(
  { invoice_id, status }: LegacyRow<'invoices'>,
  charges: readonly PlannedCharge[],
  findings: Findings,
): void {
  const missing = (['VAT', 'OperationFee', 'Rent'] as const).filter(
    (kind) => !charges.some((one) => one.kind === kind),
  );
  if (missing.length > 0) findings.add(['invoices', invoice_id], 'incomplete_invoice', `no ${missing.join(', ')}`);
  if (status !== 'Paid') {
    if (dueOf(charges) === 0) findings.add(['invoices', invoice_id], 'unpaid_status_nothing_due', status ?? '');
    return;
  }
  for (const { kind, cents: amount, paidCents } of charges) {
    const due = cents(amount - paidCents);
    if (due > 0)
      findings.add(['invoices', invoice_id], 'unpaid_charge_on_paid_invoice', `${kind} ${writeDecimal(due)}`);
  }
}

function dueOf(charges: readonly PlannedCharge[]): Cents {
  return sumCents(charges.map((charge) => cents(charge.cents - charge.paidCents)));
}

export function chargeCents(charges: readonly PlannedCharge[], kind: PlannedCharge['kind']): Cents {
  return charges.find((charge) => charge.kind === kind)?.cents ?? NONE;
}

/**
 * The steps in basis points with which a VAT rate is searched for. Large steps come first, so that the roundest rate is
 * found.
 */
const STEPS = [100, 50, 10, 5, 1];
const HIGHEST_RATE = 10_000;

/**
 * Returns the roundest rate in basis points with which the VAT is right within a cent; undefined if there is none. For
 * VAT of 1,980.04 on 11,000.25 it is 18%.
 */
export function rateOf(base: Cents, vat: Cents): number | undefined {
  if (base <= 0) return vat === 0 ? 0 : undefined;
  const exact = (vat * 10_000) / base;
  for (const step of STEPS) {
    const rate = Math.round(exact / step) * step;
    if (rate >= 0 && rate <= HIGHEST_RATE && Math.abs(percentOf(base, rate) - vat) <= 1) return rate;
  }
  return undefined;
}

export function firstDayOfInvoice({ month }: PlannedInvoice): Day {
  return firstDayOf(month);
}
