import { addMonths, dayInMonth, dayOf, firstDayOf, type Instant, monthOf, paymentInstant } from '#billing/calendar.ts';
import { invoiceEffectiveAt, invoiceNumber } from '#billing/invoice.ts';
import type { OpenedCharge } from '#billing/ledger-entries.ts';
import { type Cents, cents, MAX_CENTS, parseRupees, sumCents, writeDecimal } from '#billing/money.ts';
import { FIRST_RENT_RULES } from '#billing/rent-rules.ts';
import { termNames } from '#billing/terms.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import { type InvoiceRow, insertInvoice, insertLedgerEntry, voidLedgerEntries } from '../ledger/queries.ts';
import type { TenancyRow } from '../tenants/queries.ts';
import { insertTerms, type TermAmounts } from '../terms/queries.ts';
import type { ImportWorld } from './import-world.ts';
import { type LegacyRow, sameId } from './legacy-tables.ts';
import { chargeCents, type PlannedInvoice, rateOf } from './plan-charges.ts';
import { type PlannedMoney, readInstant, readJson, UNKNOWN_ACTOR } from './plan-payments.ts';
import type { PlannedTenancy } from './plan-tenancies.ts';

/** The previous system uses the due day and the fine rate of the first rent rules. */
const { rentDueDay, fineBasisPoints } = FIRST_RENT_RULES;

export interface TenancyHistory {
  tenancy: TenancyRow;
  shopId: string;
  /** The ids of payments in the ledger by their ids in the previous system. */
  payments: Map<number, number>;
  /** The ids of invoices in the ledger by their ids in the previous system, spelt as `sameId` returns them. */
  invoices: Map<string, number>;
}

/** What a printed invoice says about the month before. */
export interface PreviousMonth {
  totalCents: Cents;
  paidCents: Cents;
  paidAt: Instant | null;
}

function actingAs({ context }: ImportWorld, actor: string, now: Instant): ActionContext {
  return { ...context, actor, now };
}

export async function writeInvoiceEntry(
  world: ImportWorld,
  history: TenancyHistory,
  { invoice, previous, by, vatRate }: { invoice: PlannedInvoice; previous: PreviousMonth; by: string; vatRate: number },
): Promise<void> {
  const { row, month, charges, generatedAt } = invoice;
  const amounts = {
    rent_cents: chargeCents(charges, 'Rent'),
    operation_fee_cents: chargeCents(charges, 'OperationFee'),
    vat_cents: chargeCents(charges, 'VAT'),
  };
  const number = invoiceNumber(history.shopId, month);
  const id = await insertInvoiceEntry(world, history, {
    row,
    month,
    number,
    generatedAt,
    by,
    vatRate,
    amounts,
    previous,
  });
  history.invoices.set(sameId(row.invoice_id), id);
  world.invoiceNumbers.set(sameId(row.invoice_id), number);
  world.became.push({ table: 'invoices', key: row.invoice_id, name: 'invoices', id });
}

type SnapshotRow = Pick<
  LegacyRow<'invoices'>,
  'previous_balance' | 'total_arrears' | 'fines' | 'previous_fines' | 'total_amount' | 'printedtime' | 'updatedAt'
>;

async function insertInvoiceEntry(
  world: ImportWorld,
  { tenancy }: TenancyHistory,
  {
    row,
    month,
    number,
    generatedAt,
    by,
    vatRate,
    amounts,
    previous,
  }: {
    row: SnapshotRow;
    month: PlannedInvoice['month'];
    number: string;
    generatedAt: Instant;
    by: string;
    vatRate: number;
    amounts: Pick<InvoiceRow, 'rent_cents' | 'operation_fee_cents' | 'vat_cents'>;
    previous: PreviousMonth;
  },
): Promise<number> {
  const none = cents(0);
  const id = await insertLedgerEntry(world.tx, actingAs(world, by, generatedAt), {
    tenancy,
    kind: 'invoice',
    effective_at: invoiceEffectiveAt(month, generatedAt),
    month,
  });
  await insertInvoice(world.tx, {
    id,
    tenancy_id: tenancy.id,
    shop_id: tenancy.shop_id,
    number,
    month,
    generated_at: generatedAt,
    due_day: dayInMonth(month, rentDueDay),
    rent_due_day: rentDueDay,
    fine_basis_points: fineBasisPoints,
    tenant_name: tenancy.name,
    tenant_contact: tenancy.contact,
    tenant_address: tenancy.address,
    vat_rate_basis_points: vatRate,
    ...amounts,
    previous_balance_cents: row.previous_balance ?? none,
    total_arrears_cents: row.total_arrears ?? none,
    fines_cents: row.fines ?? none,
    previous_fines_cents: row.previous_fines ?? none,
    previous_total_cents: previous.totalCents,
    previous_paid_cents: previous.paidCents,
    previous_paid_at: previous.paidAt,
    total_cents: row.total_amount,
    times_printed: Math.max(0, row.printedtime ?? 0),
    status: 'Unpaid',
    paid_cents: none,
    updated_at: row.updatedAt ?? generatedAt,
    other_charges: '[]',
  });
  return id;
}

export async function writeMoneyEntry(world: ImportWorld, history: TenancyHistory, money: PlannedMoney): Promise<void> {
  const { tx } = world;
  const { tenancy } = history;
  const acting = actingAs(world, money.recordedBy, money.recordedAt);
  const paymentId = money.kind === 'correction' ? history.payments.get(money.corrects) : undefined;
  const kinds = { payment: 'payment', correction: 'correction', adjustment: 'balance' } as const;
  // If the corrected payment belongs to another tenancy, the correction is written as a change of the balance. It is a
  // change for the tenancy that was current on the day of the correction.
  const kind = money.kind === 'correction' && paymentId === undefined ? 'balance' : kinds[money.kind];
  const id = await insertLedgerEntry(tx, acting, {
    tenancy,
    kind,
    effective_at: paymentInstant(money.day),
    cents: money.cents,
    ...(kind !== 'balance' && { method: money.method }),
    ...(paymentId !== undefined && { payment_id: paymentId }),
    ...(money.invoiceId !== null && { invoice_id: history.invoices.get(sameId(money.invoiceId)) ?? null }),
    note: noteOn(money),
  });
  if (money.kind === 'payment' && money.deleted) {
    const { at, by, reason } = money.deleted;
    await voidLedgerEntries(tx, actingAs(world, by, at), {
      ids: [id],
      reason: reason || message('ledger.imported.deleted'),
    });
    return;
  }
  if (money.paymentId === null) return;
  history.payments.set(money.paymentId, id);
  world.became.push({ table: 'payments', key: String(money.paymentId), name: 'ledger_entries', id });
}

/**
 * Returns the note of an entry. It contains the payment's number in the previous system, because receipts on paper show
 * that number.
 */
function noteOn({ kind, paymentId, dated, reason }: PlannedMoney): string {
  const parts = [
    kind === 'adjustment' ? message('ledger.imported.unmatched') : '',
    paymentId === null ? '' : message('ledger.imported.number', { id: String(paymentId) }),
    dated === null ? '' : message('ledger.imported.dated', { day: dated }),
    reason,
  ];
  return parts.filter(Boolean).join('; ');
}

const DELETED_INVOICE = /^Invoice ID (.+) deleted by /;
const DELETED_FINE = /^Fine for invoice (.+) deleted by /;

export interface DeletedRecord {
  kind: 'invoice' | 'fine';
  event: LegacyRow<'audit_trail'> & { event_date: Instant };
  row: Record<string, unknown>;
}

/**
 * Returns the deleted invoices and fines, which the previous system stores only in the audit entries about their
 * deletion.
 */
export function listDeleted({ market }: ImportWorld, shopId: string): DeletedRecord[] {
  const found: DeletedRecord[] = [];
  for (const event of market.rows('audit_trail', { shop: shopId })) {
    const { event_date, event_description: text } = event;
    const kind = DELETED_INVOICE.test(text) ? 'invoice' : DELETED_FINE.test(text) ? 'fine' : undefined;
    const row = kind && readJson(event.old_value);
    if (kind && row && event_date !== null) found.push({ kind, event: { ...event, event_date }, row });
  }
  return found;
}

/** Writes a deleted invoice as a void entry, so that its number and its deletion remain on record. */
export async function writeDeletedInvoice(
  world: ImportWorld,
  history: TenancyHistory,
  { event, row }: DeletedRecord,
): Promise<void> {
  const at = readInstant(row.month_year);
  if (!at) return;
  const month = monthOf(dayOf(at));
  const amount = (column: string) => parseRupees(String(row[column] ?? '0')) ?? cents(0);
  const amounts = {
    rent_cents: amount('rent_amount'),
    operation_fee_cents: amount('operation_fee'),
    vat_cents: amount('vat_amount'),
  };
  const generatedAt = readInstant(row.createdAt) ?? at;
  const id = await insertInvoiceEntry(world, history, {
    row: {
      previous_balance: amount('previous_balance'),
      total_arrears: amount('total_arrears'),
      fines: amount('fines'),
      previous_fines: amount('previous_fines'),
      total_amount: amount('total_amount'),
      printedtime: Number(row.printedtime) || 0,
      updatedAt: event.event_date,
    },
    month,
    number: invoiceNumber(history.shopId, month),
    generatedAt,
    by: UNKNOWN_ACTOR,
    vatRate: rateOf(sumCents([amounts.rent_cents, amounts.operation_fee_cents]), amounts.vat_cents) ?? 0,
    amounts,
    previous: { totalCents: cents(0), paidCents: cents(0), paidAt: null },
  });
  await voidLedgerEntries(world.tx, actingAs(world, event.user_actioned, event.event_date), {
    ids: [id],
    reason: event.edit_reason || message('ledger.imported.deleted'),
  });
}

/** Writes the removal of a fine, so that the invoice is not fined again automatically. */
export async function writeRemovedFine(
  world: ImportWorld,
  history: TenancyHistory,
  { event, row }: DeletedRecord,
): Promise<void> {
  const invoiceId = history.invoices.get(sameId(String(row.invoice_id)));
  if (invoiceId === undefined) return;
  const amount = parseRupees(String(row.fine_amount ?? ''));
  const note = [amount === undefined ? '' : writeDecimal(amount), event.edit_reason ?? ''].filter(Boolean).join('; ');
  await insertLedgerEntry(world.tx, actingAs(world, event.user_actioned, event.event_date), {
    tenancy: history.tenancy,
    kind: 'fine removed',
    effective_at: event.event_date,
    invoice_id: invoiceId,
    note,
  });
}

/**
 * Writes the last entries of the history: the write-off of forgiven amounts, the arrests of invoices (docs/rules.md),
 * and the opening entry.
 */
export async function writeOpening(
  world: ImportWorld,
  history: TenancyHistory,
  { invoices, forgiven, adjustment }: { invoices: readonly PlannedInvoice[]; forgiven: Cents; adjustment: Cents },
): Promise<void> {
  const { tx, context } = world;
  const entry = { tenancy: history.tenancy, effective_at: context.now } as const;
  if (forgiven > 0) {
    const note = message('ledger.imported.forgiven');
    await insertLedgerEntry(tx, context, { ...entry, kind: 'write-off', cents: forgiven, note });
  }
  const opened: OpenedCharge[] = [];
  for (const { row, charges, generatedAt, isUnderArrest } of invoices) {
    const invoiceId = history.invoices.get(sameId(row.invoice_id));
    if (invoiceId === undefined) throw new Error(`invoice ${row.invoice_id} has no entry`);
    if (isUnderArrest)
      await insertLedgerEntry(tx, context, { ...entry, kind: 'invoice arrested', invoice_id: invoiceId });
    for (const { kind, paidCents, paidAt, isUnderArrest: isHeld, aroseAt, ...charge } of charges) {
      const fine = { cents: charge.cents, aroseAt: aroseAt ?? generatedAt };
      if (charge.cents === 0) continue;
      opened.push({ invoiceId, kind, paidCents, paidAt, isUnderArrest: isHeld, ...(kind === 'Fine' && { fine }) });
    }
  }
  await insertLedgerEntry(tx, context, {
    ...entry,
    kind: 'balance',
    cents: adjustment,
    note: message('ledger.imported.opening'),
    opening: JSON.stringify(opened),
  });
}

const NONE = cents(0);
const HIGHEST_RATE = 10_000;

/** A value outside the range that the office accepts is changed to the nearest limit. */
export interface ShopTermColumns {
  rent_cents: Cents;
  vat_rate_basis_points: number;
  operation_fee_cents: Cents;
}

export function termsOfShop(world: ImportWorld, shop: LegacyRow<'shops'>): ShopTermColumns {
  return {
    rent_cents: inRange(world, shop, { column: 'rent_amount', most: MAX_CENTS }),
    vat_rate_basis_points: inRange(world, shop, { column: 'vat_rate', most: HIGHEST_RATE }),
    operation_fee_cents: inRange(world, shop, { column: 'operation_fee', most: MAX_CENTS }),
  };
}

/**
 * Returns an amount in cents or a rate in basis points, limited to the allowed range. Adds a finding if the limit
 * changes the value.
 */
function inRange(
  { findings }: ImportWorld,
  shop: LegacyRow<'shops'>,
  { column, most }: { column: 'rent_amount' | 'vat_rate' | 'operation_fee'; most: number },
): Cents {
  const amount = cents(within(shop[column], most));
  if (amount !== shop[column])
    findings.add(['shops', shop.shop_id], 'terms_out_of_range', `${column} ${writeDecimal(shop[column])}`);
  return amount;
}

/** Writes the terms of each billed month, and the shop's current terms from the month after the last billed one. */
export async function writeTerms(
  { tx, context }: ImportWorld,
  {
    shop,
    tenancyId,
    tenancy,
    invoices,
  }: {
    shop: LegacyRow<'shops'>;
    tenancyId: number;
    tenancy: PlannedTenancy;
    invoices: readonly PlannedInvoice[];
  },
): Promise<void> {
  const current: Required<TermAmounts> = {
    rent: Math.max(0, shop.rent_amount),
    'operation fee': Math.max(0, shop.operation_fee),
    'VAT rate': within(shop.vat_rate, HIGHEST_RATE),
  };
  const billed = invoices.map(({ month, row }) => ({ from: firstDayOf(month), amounts: termsOf(row, shop) }));
  const last = invoices.at(-1)?.month;
  const after = last === undefined ? tenancy.from : addMonths(firstDayOf(last), 1);
  let known: TermAmounts = {};
  for (const { from, amounts } of [...billed, { from: after, amounts: current }]) {
    const before = known;
    const changed = termNames.filter((term) => before[term] !== amounts[term]).map((term) => [term, amounts[term]]);
    await insertTerms(tx, context, { tenancyId, validFrom: from, amounts: Object.fromEntries(changed), reason: '' });
    known = amounts;
  }
}

function termsOf(row: LegacyRow<'invoices'>, shop: LegacyRow<'shops'>): Required<TermAmounts> {
  return {
    rent: Math.max(0, row.rent_amount),
    'operation fee': Math.max(0, row.operation_fee ?? NONE),
    'VAT rate': rateOfInvoice(row, shop),
  };
}

/** Returns the VAT rate of an invoice in basis points. If its VAT amount fits no rate, returns the rate of its shop. */
export function rateOfInvoice(row: LegacyRow<'invoices'>, { vat_rate }: LegacyRow<'shops'>): number {
  const base = sumCents([row.rent_amount, row.operation_fee ?? NONE]);
  return rateOf(base, row.vat_amount ?? NONE) ?? within(vat_rate, HIGHEST_RATE);
}

function within(amount: number, most: number): number {
  return Math.min(most, Math.max(0, amount));
}
