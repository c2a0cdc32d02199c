import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type FoldedInvoice, totalDebt, unpaidOfInvoice } from '#billing/ledger.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import type { TenantPageBill, TenantPageData, TenantPagePayment } from '#contract/tenant-pages.ts';
import { isCheque, isElectronic, type TenantPaymentState } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { presentTenantClaim } from '../claims/present.ts';
import { listClaims } from '../claims/queries.ts';
import { findById, type LoadedLedger, loadLedger } from '../ledger/load-ledger.ts';
import { readLines } from '../ledger/read-lines.ts';
import { numberOf } from '../ledger/recompute-ledger.ts';
import { findMessageChoice } from '../rent-messages/change-opt-out.ts';
import { findShop } from '../shops/queries.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import { findTenancy } from '../tenants/queries.ts';
import { listTenantPayments, type TenantPaymentRow } from './queries.ts';

/** The maximum number of claims on the page. */
const MOST_CLAIMS = 20;

/** Loads what a tenant sees of one tenancy, from the same ledger as all papers. */
export async function loadTenantPage(
  db: Reader,
  tenancyId: number,
  { link, now, centre }: { link: string; now: Instant; centre: Centre },
): Promise<TenantPageData | undefined> {
  const today = dayOf(now);
  const tenancy = await findTenancy(db, tenancyId);
  const shop = tenancy && (await findShop(db, tenancy.written_shop_id));
  if (!tenancy || !shop) return undefined;
  const opened = await loadLedger(db, { shop, tenancy });
  const { ledger } = opened;
  const due = totalDebt(ledger);
  const late = ledger.invoices.filter(({ dueDay }) => dueDay < today);
  const debt = cents(Math.max(0, -ledger.balanceCents));
  const payments = await loadTenancyPayments(db, new Map([[tenancy.id, due]]), today);
  return {
    link,
    shop_id: shop.shop_id,
    shop_name: shop.shop_name,
    tenant_name: tenancy.name,
    today,
    due: toRupees(due),
    overdue: toRupees(cents(sumCents(late.map(unpaidOfInvoice)) + debt)),
    credit: toRupees(cents(Math.max(0, ledger.balanceCents))),
    debt_without_bill: toRupees(debt),
    next_due_day: nextDueDay(ledger.invoices, today),
    bills: ledger.invoices.map((invoice) => presentBill(opened, invoice)).toReversed(),
    payments: (await listTenantPayments(db, tenancy.id)).map(presentTenantPayment),
    claims: (await listClaims(db, { tenancyId, most: MOST_CLAIMS }))
      .map((row) => presentTenantClaim(row, now))
      .filter(({ state }) => state !== 'matched'),
    form: { amount: '', day: '', bank: '' },
    notice: null,
    messages: await findMessageChoice(db, tenancy.id),
    how_to_pay: payments.get(tenancy.id) ?? null,
    bank: centre.bankText,
  };
}

function nextDueDay(invoices: readonly FoldedInvoice[], today: Day): Day | null {
  const days = invoices.filter((invoice) => unpaidOfInvoice(invoice) > 0).map(({ dueDay }) => dueDay);
  return days.filter((day) => day >= today).toSorted()[0] ?? null;
}

function presentBill(opened: LoadedLedger, invoice: FoldedInvoice): TenantPageBill {
  const row = findById(opened.invoices, invoice.id);
  const lines = row ? readLines(row) : [];
  return {
    invoice_id: numberOf(opened, invoice.id),
    month: invoice.month,
    due_day: invoice.dueDay,
    charges: invoice.charges
      .filter((charge) => charge.cents !== 0)
      .map(({ kind, line, cents: amount }) => {
        const named = lines.find((each) => line !== 0 && each.line === line);
        const names = { name: named?.name ?? '', name_si: named?.nameSi ?? '', name_ta: named?.nameTa ?? '' };
        return { kind, ...names, amount: toRupees(amount) };
      }),
    amount: toRupees(sumCents(invoice.charges.map((charge) => charge.cents))),
    unpaid: toRupees(unpaidOfInvoice(invoice)),
  };
}

function presentTenantPayment(row: TenantPaymentRow): TenantPagePayment {
  return {
    payment_id: row.id,
    day: dayOf(row.effective_at),
    amount: toRupees(row.cents),
    method: row.method ?? 'Cash',
    ...stateOf(row),
  };
}

function stateOf(row: TenantPaymentRow): { state: TenantPaymentState; state_day: Day | null } {
  const { method, voided_at, returned_on, cleared_on, counts_from, counted_at, cheque_date } = row;
  if (returned_on !== null) return { state: 'cheque_returned', state_day: returned_on };
  if (voided_at !== null) return { state: 'void', state_day: null };
  if (isCheque(method)) {
    if (cleared_on !== null) return { state: 'cheque_cleared', state_day: cleared_on };
    if (counts_from !== null && counted_at === null) return { state: 'cheque_later', state_day: counts_from };
    return { state: 'cheque', state_day: cheque_date };
  }
  if (!isElectronic(method)) return { state: 'received', state_day: null };
  return row.is_to_confirm === 1
    ? { state: 'to_confirm', state_day: null }
    : { state: 'confirmed', state_day: cleared_on };
}
