import { type Day, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { billOf, dueDayOf, invoiceEffectiveAt, invoiceNumber } from '#billing/invoice.ts';
import { type PaidAmount, takeSnapshot } from '#billing/invoice-snapshot.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import { firstOwnDay, type MonthShare, shareOf, shareOfMonth, WHOLE_MONTH } from '#billing/month-share.ts';
import type { RentRules } from '#billing/rent-rules.ts';
import { termOn, termsDay } from '#billing/terms.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { findScheduledRate, listRentRules, rulesOfMonth } from '../dated-settings/queries.ts';
import { effectiveAt, findById, type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { type InvoiceRow, insertInvoice, insertLedgerEntry, isNumberOfOther } from '../ledger/queries.ts';
import { numberOf, type RecomputedLedger, recomputeLedger } from '../ledger/recompute-ledger.ts';
import { billCharges } from '../other-charges/bill-charges.ts';
import { markBilled } from '../other-charges/queries.ts';
import { auditDocument } from '../tax/audit-document.ts';
import { issueDocument } from '../tax/issue-document.ts';
import { isDocumentNumber } from '../tax/queries.ts';
import { daysOfTenancy, hasOpenBeginning, type MonthsToBill, monthsToBill } from '../tenants/months-to-bill.ts';
import { listTenanciesOfShop, type TenancyRow } from '../tenants/queries.ts';
import { listTerms } from '../terms/queries.ts';

export interface GeneratedInvoice extends RecomputedLedger {
  invoiceId: number;
  billCents: Cents;
}

interface GenerateInput {
  shopId: string;
  month: Month;
  /** The default is the shop's current tenancy. */
  tenancyId?: number | undefined;
  /** The last day of a tenancy that ends, and whether its month is billed until that day or until the month's end. */
  end?: { lastDay: Day; isByDays: boolean } | undefined;
  /** False if it is known that there is no unbilled charge of kind Other. */
  mayHaveCharges?: boolean | undefined;
}

export async function generateInvoice(
  tx: Writer,
  context: ActionContext,
  { shopId, month, tenancyId, end, mayHaveCharges }: GenerateInput,
): Promise<GeneratedInvoice> {
  await applyDueRates(tx, context);
  const opened = await loadLedgerForUpdate(tx, shopId, tenancyId);
  const { shop, tenancy } = opened;
  if (tenancyId === undefined && tenancy.ended_on !== null) throw new Refusal('shop_has_no_tenant');
  const { rentDueDay, fineBasisPoints, share } = await loadMonth(tx, context, { tenancy, month, end });
  refuseSecond(opened, month);
  const number = await freeNumber(tx, { shopId: shop.shop_id, month, tenancyId: tenancy.id });
  const { bill, billCents, lines, once, vatRate } = await billMonth(tx, tenancy, { month, share, mayHaveCharges });
  const invoiceId = await insertLedgerEntry(tx, context, {
    tenancy,
    kind: 'invoice',
    effective_at: invoiceEffectiveAt(month, effectiveAt(opened, context)),
    month,
  });
  const invoice: InvoiceRow = {
    id: invoiceId,
    tenancy_id: tenancy.id,
    shop_id: shop.id,
    number,
    month,
    generated_at: context.now,
    due_day: dueDayOf({ month, generatedAt: context.now, rentDueDay }),
    rent_due_day: rentDueDay,
    fine_basis_points: fineBasisPoints,
    tenant_name: tenancy.name,
    tenant_contact: tenancy.contact,
    tenant_address: tenancy.address,
    vat_rate_basis_points: vatRate,
    rent_cents: bill.rentCents,
    operation_fee_cents: bill.operationFeeCents,
    vat_cents: bill.vatCents,
    ...snapshotOf(opened, month, billCents),
    times_printed: 0,
    status: 'Unpaid',
    paid_cents: cents(0),
    updated_at: context.now,
    other_charges: JSON.stringify(lines),
  };
  await insertInvoice(tx, invoice);
  await markBilled(tx, once, invoiceId);
  const document = await issueDocument(tx, context, { invoice, tenancy, shopId: shop.shop_id });
  const recomputed = await recomputeLedger(tx, context, { before: opened });
  await writeAudit(tx, context, {
    type: 'Invoice Generated',
    description: apiMessage('invoices.audit.generated', { number }),
    subject: subjectOf(opened),
    invoiceId: number,
    newValue: writeDecimal(billCents),
  });
  await auditDocument(tx, context, { document, subject: subjectOf(opened), invoiceId: number });
  return { ...recomputed, invoiceId, billCents };
}

async function billMonth(
  tx: Writer,
  tenancy: LoadedLedger['tenancy'],
  { month, share, mayHaveCharges = true }: Pick<GenerateInput, 'month' | 'mayHaveCharges'> & { share: MonthShare },
) {
  const terms = await listTerms(tx, tenancy.id);
  const day = termsDay(month, tenancy.started_on);
  const rent = shareOf(cents(termOn(terms, 'rent', day)), share);
  const operationFee = shareOf(cents(termOn(terms, 'operation fee', day)), share);
  // An invoice generated before its month has the VAT rate that is scheduled for the month.
  const vatRate = (await findScheduledRate(tx, day))?.basis_points ?? termOn(terms, 'VAT rate', day);
  const { lines, once } = mayHaveCharges
    ? await billCharges(tx, { tenancyId: tenancy.id, month, share })
    : { lines: [], once: [] };
  const bill = billOf({ rentCents: rent, operationFeeCents: operationFee, otherCharges: lines }, vatRate);
  const billCents = sumCents([...Object.values(bill), ...lines.map((line) => line.cents)]);
  return { bill, billCents, lines, once, vatRate };
}

/** Returns the rules of a month and the share of it that is billed. Refuses a month that cannot be billed. */
async function loadMonth(
  tx: Writer,
  { now }: ActionContext,
  { tenancy, month, end }: Pick<GenerateInput, 'month' | 'end'> & { tenancy: TenancyRow },
): Promise<RentRules & { share: MonthShare }> {
  const tenancies = await listTenanciesOfShop(tx, tenancy.shop_id);
  const rows = await listRentRules(tx);
  const billed = end ? { ...tenancy, ended_on: end.lastDay } : tenancy;
  const isFirstMonthByDays = (first: Month) => rulesOfMonth(rows, first).isFirstMonthByDays;
  refuseMonth(month, billed, monthsToBill(billed, tenancies, { today: dayOf(now), isFirstMonthByDays }));
  const { rentDueDay, fineBasisPoints } = rulesOfMonth(rows, month);
  const rules = { rentDueDay, fineBasisPoints };
  const isFirst =
    month === monthOf(billed.started_on) && isFirstMonthByDays(month) && !hasOpenBeginning(billed, tenancies);
  if (!isFirst && !end?.isByDays) return { ...rules, share: WHOLE_MONTH };
  const first = isFirst ? firstOwnDay(daysOfTenancy(billed, tenancies)) : billed.started_on;
  return { ...rules, share: shareOfMonth(month, first, end?.isByDays === false ? null : billed.ended_on) };
}

function refuseMonth(month: Month, { started_on: day }: TenancyRow, { first, last }: MonthsToBill): void {
  if (month >= first && month <= last) return;
  const isOfTenantBefore = month < first && month === monthOf(day);
  const message = isOfTenantBefore
    ? apiMessage('invoices.generate.first_month_after', {
        day: { day },
        first: { month: first },
        last: { month: last },
      })
    : apiMessage('invoices.generate.month_range', { first, last });
  throw badInput([{ field: 'month_year', message }]);
}

function refuseSecond(opened: LoadedLedger, month: Month): void {
  const existing = opened.ledger.invoices.find((invoice) => invoice.month === month);
  if (!existing) return;
  const names = { shop: opened.shop.shop_id, number: numberOf(opened, existing.id) };
  throw new Refusal('invoice_exists', { message: apiMessage('invoices.generate.exists', names) });
}

/**
 * Returns the number of a new invoice. It has a suffix when another tenancy had an invoice for the month, even a
 * deleted one, or a tax document has the number.
 */
async function freeNumber(
  tx: Writer,
  { shopId, month, tenancyId }: { shopId: string; month: Month; tenancyId: number },
): Promise<string> {
  for (let place = 1; ; place += 1) {
    const number = invoiceNumber(shopId, month, place);
    if (!(await isNumberOfOther(tx, number, tenancyId)) && !(await isDocumentNumber(tx, number))) return number;
  }
}

function snapshotOf(opened: LoadedLedger, month: Month, billCents: Cents) {
  const last = opened.ledger.invoices.findLast((invoice) => invoice.month < month);
  const previous = last && findById(opened.invoices, last.id);
  const snapshot = takeSnapshot(opened.ledger, {
    month,
    billCents,
    previous: previous && { month: previous.month, totalCents: previous.total_cents },
    payments: paymentsOf(opened),
  });
  return {
    previous_balance_cents: snapshot.previousBalanceCents,
    total_arrears_cents: snapshot.totalArrearsCents,
    fines_cents: snapshot.finesCents,
    previous_fines_cents: snapshot.previousFinesCents,
    previous_total_cents: snapshot.previousTotalCents,
    previous_paid_cents: snapshot.previousPaidCents,
    previous_paid_at: snapshot.previousPaidAt ?? null,
    total_cents: snapshot.totalCents,
  };
}

function paymentsOf({ rows }: LoadedLedger): PaidAmount[] {
  const correctionsOf = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return rows
    .filter((row) => row.kind === 'payment')
    .flatMap((payment) => {
      const at = takesEffectAt(payment);
      if (at === null) return [];
      const corrections = correctionsOf.get(payment.id) ?? [];
      return [{ at, cents: sumCents([payment, ...corrections].map((row) => row.cents)) }];
    });
}
