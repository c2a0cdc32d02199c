import type { Day, Month } from '#billing/calendar.ts';
import { findNewlyPaid } from '#billing/ledger.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import { type StatementEntry, statementOf } from '#billing/statement.ts';
import { isWithinPeriod, type StatementPeriod, statementWithin } from '#billing/statement-period.ts';
import type { Answer } from '#contract/call.ts';
import type { Centre } from '#contract/centre.ts';
import { type Cheque, describeMethod, type PromisedCheques } from '#contract/cheques.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage, message, Sentences } from '#contract/messages/message.ts';
import { writeWord } from '#contract/messages/word.ts';
import type { ShopSummary, Statement, StatementLine, shops } from '#contract/shops.ts';
import type { HowToPay } from '#contract/tax.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { presentCharges, presentInvoice } from '../invoices/present.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';
import { presentEffect } from '../ledger/present.ts';
import type { AllocationRow, ChargeRow, InvoiceRow, LedgerEntryRow } from '../ledger/queries.ts';
import { readLines } from '../ledger/read-lines.ts';
import { numberOf, type RecomputedLedger } from '../ledger/recompute-ledger.ts';
import { presentPayment, presentVoidedPayment } from '../payments/present.ts';
import type { PaymentRow } from '../payments/queries.ts';
import { presentShop } from '../shops/present.ts';
import type { ShopRow } from '../shops/queries.ts';
import { monthsToBill } from '../tenants/months-to-bill.ts';
import { presentTenant } from '../tenants/present.ts';
import { dueOfTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';

interface SummaryParts {
  shop: ShopRow;
  /** The tenancies of the shop, newest first. */
  tenancies: readonly TenancyOfShopRow[];
  /** The invoices, oldest month first. */
  invoices: readonly InvoiceRow[];
  /** The ids of the entries that set a balance. */
  setBalances: readonly number[];
  /** The payments, void ones included. */
  payments: readonly PaymentRow[];
  charges: readonly ChargeRow[];
  allocations: readonly AllocationRow[];
  promised: PromisedCheques;
  today: Day;
  isFirstMonthByDays: (month: Month) => boolean;
}

export function presentSummary({
  shop,
  tenancies,
  invoices,
  setBalances,
  payments,
  charges,
  allocations,
  promised,
  ...rules
}: SummaryParts): ShopSummary {
  const current = tenancies.find(({ ended_on }) => ended_on === null);
  const shopId = shop.shop_id;
  const chargesOf = Map.groupBy(charges, ({ invoice_id }) => invoice_id);
  const allocationsOf = Map.groupBy(allocations, ({ invoice_id }) => invoice_id);
  const sources = new Map([
    ...setBalances.map((id) => [id, 'balance'] as const),
    ...payments.map(({ id }) => [id, 'payment'] as const),
  ]);
  return {
    ...presentShop(shop),
    Tenant: current ? presentTenant(current, shopId) : null,
    ShopBalance: {
      balance_amount: toRupees(current?.balance_cents ?? cents(0)),
      last_updated: current?.balance_at ?? shop.updated_at,
    },
    Tenancies: tenancies.map((one) => ({
      ...presentTenancy(one),
      months_to_bill: monthsToBill(one, tenancies, rules),
    })),
    total_owed: toRupees(sumCents(tenancies.map(dueOfTenancy))),
    ...(promised.length > 0 && { promised_cheques: promised }),
    Payments: payments.filter(({ voided_at }) => voided_at === null).map(presentPayment),
    VoidedPayments: payments.flatMap(presentVoidedPayment),
    Invoices: invoices.toReversed().map((invoice) => ({
      ...presentInvoice(invoice, shopId),
      ...presentCharges(chargesOf.get(invoice.id) ?? [], invoice, shopId),
      Allocations: (allocationsOf.get(invoice.id) ?? []).map((row) => ({
        ...presentAllocation(row, sources.get(row.cause_id)),
        ...nameOfLine(invoice, row),
      })),
    })),
  };
}

function nameOfLine(invoice: InvoiceRow, { line }: AllocationRow): { name?: string } {
  const found = line === 0 ? undefined : readLines(invoice).find((each) => each.line === line);
  return found ? { name: found.name } : {};
}

function presentTenancy(row: TenancyOfShopRow): Omit<ShopSummary['Tenancies'][number], 'months_to_bill'> {
  return {
    tenancy_id: row.id,
    tenant_name: row.name,
    started_on: row.started_on,
    ended_on: row.ended_on,
    balance_amount: toRupees(row.balance_cents),
    amount_due: toRupees(dueOfTenancy(row)),
  };
}

function presentAllocation(
  row: AllocationRow,
  source: 'payment' | 'balance' | undefined,
): ShopSummary['Invoices'][number]['Allocations'][number] {
  return {
    charge: row.kind,
    amount: toRupees(row.cents),
    payment_id: source === 'payment' ? row.cause_id : null,
    source: source ?? 'credit',
    date: row.allocated_at,
  };
}

export function presentSetBalance(set: RecomputedLedger): Unworded<Answer<typeof shops.setBalance>> {
  const { shop, tenancy, ledger } = set;
  return {
    message: describeSetBalance(set),
    data: {
      shop_id: shop.shop_id,
      balance_amount: toRupees(ledger.balanceCents),
      last_updated: tenancy.balance_at,
    },
    ...presentEffect(set),
  };
}

/**
 * Returns the message that the specification requires, followed by the amount used to pay charges and by the fines
 * added.
 */
function describeSetBalance(set: RecomputedLedger): Sentences {
  const paid = sumCents(findNewlyPaid(set.before, set.ledger).map((part) => part.cents));
  const fines = set.addedFines.map(({ invoice, cents: amount, previousCents }) =>
    apiMessage(previousCents === 0 ? 'shop-summary.set_balance.fine' : 'shop-summary.set_balance.higher_fine', {
      invoice: numberOf(set, invoice.id),
      amount: writeFigure(toRupees(amount)),
    }),
  );
  return new Sentences([
    apiMessage('shop-summary.set_balance.done'),
    ...(paid > 0 ? [apiMessage('shop-summary.set_balance.paid', { amount: writeFigure(toRupees(paid)) })] : []),
    ...fines,
  ]);
}

interface StatementContext {
  today: Day;
  period: StatementPeriod;
  centre: Centre;
  voidPayments: readonly PaymentRow[];
  howToPay: HowToPay | null;
  language: Language;
}

export function presentStatement(
  opened: LoadedLedger,
  { today, period, centre, voidPayments, howToPay, language }: StatementContext,
): Statement {
  const { shop, tenancy } = opened;
  const entries = statementOf(opened.entries, opened.ledger);
  const lines = presentLines(opened, entries, { voidPayments, language });
  const part = statementWithin(entries, period);
  return {
    shop_id: shop.shop_id,
    shop_name: shop.shop_name,
    location: shop.location,
    tenancy_id: tenancy.id,
    tenant_name: tenancy.name,
    tenant_address: tenancy.address,
    language: tenancy.language,
    tenant_email: tenancy.email,
    started_on: tenancy.started_on,
    ended_on: tenancy.ended_on,
    today,
    from: period.from ?? null,
    to: period.to ?? null,
    opening_balance: toRupees(part.openingCents),
    charged: toRupees(sumCents(part.entries.map(({ chargedCents }) => chargedCents))),
    paid: toRupees(sumCents(part.entries.map(({ paidCents }) => paidCents))),
    closing_balance: toRupees(part.closingCents),
    lines: lines.filter(({ date }) => isWithinPeriod(date, period)),
    how_to_pay: howToPay,
    centre: {
      name: centre.name.en,
      address: centre.address.en,
      phones: centre.officePhones,
      bank: centre.bankText,
    },
  };
}

function presentLines(
  opened: LoadedLedger,
  entries: ReturnType<typeof statementOf>,
  { voidPayments, language }: Pick<StatementContext, 'voidPayments' | 'language'>,
): StatementLine[] {
  const both = (write: (language: Language) => string) => ({
    text: write(language),
    paper_text: write(opened.tenancy.language),
  });
  const rows = new Map(opened.rows.map((row) => [row.id, row]));
  const numbers = new Map(opened.ledger.invoices.map(({ id }) => [id, numberOf(opened, id)]));
  const lines = entries.map((line) => {
    const row = rows.get(line.entryId);
    if (!row) throw new Error(`no ledger entry ${line.entryId}`);
    const named = row.kind === 'invoice' ? row.id : row.invoice_id;
    const number = named === null ? undefined : numbers.get(named);
    return presentLine(line, row, {
      number,
      ...both((one) => describeLine(line, row, { number: number ?? '', language: one })),
    });
  });
  for (const row of voidPayments) {
    const found = lines.findIndex(({ date }) => date > row.effective_at);
    const place = found < 0 ? lines.length : found;
    lines.splice(place, 0, {
      ...presentVoidLine(row, lines[place - 1]?.balance ?? 0),
      ...both((one) => describeVoid(row, one)),
    });
  }
  return lines;
}

/** Returns the line of a void payment. Its balance is that of the line before it. */
function presentVoidLine(row: PaymentRow, balance: number): Omit<StatementLine, keyof LineTexts> {
  const { payment_id, invoice_id, corrected_amount: voided } = presentPayment(row);
  return {
    date: row.effective_at,
    kind: 'payment',
    invoice_id,
    payment_id,
    charged: null,
    paid: null,
    voided,
    balance,
  };
}

function describeVoid(row: PaymentRow, language: Language): string {
  const values = { id: String(row.id), method: methodText(row, language) };
  const text =
    row.replaced_by_id === null
      ? message('shop-summary.statement.void', values, language)
      : message('shop-summary.statement.void_replaced', { ...values, payment: String(row.replaced_by_id) }, language);
  const note = row.void_reason ?? '';
  return note === '' ? text : message('shop-summary.statement.with_note', { text, note }, language);
}

function methodText(row: Cheque & Pick<PaymentRow, 'method'>, language: Language): string {
  const { method } = row;
  if (method === null) return '';
  return describeMethod(row, writeWord('method', method, language), (day) => writeDay(day, language));
}

type LineTexts = Pick<StatementLine, 'text' | 'paper_text'>;

function presentLine(
  line: StatementEntry,
  row: LedgerEntryRow,
  { number, ...texts }: LineTexts & { number: string | undefined },
): StatementLine {
  const isPayment = row.kind === 'payment' || row.kind === 'correction';
  return {
    date: line.at,
    kind: WIRE_KINDS[line.kind],
    ...texts,
    invoice_id: number ?? null,
    payment_id: isPayment ? (row.payment_id ?? row.id) : null,
    charged: line.chargedCents === 0 ? null : toRupees(line.chargedCents),
    paid: line.paidCents === 0 ? null : toRupees(line.paidCents),
    voided: null,
    balance: toRupees(line.balanceCents),
  };
}

const WIRE_KINDS: Record<StatementEntry['kind'], StatementLine['kind']> = {
  invoice: 'invoice',
  payment: 'payment',
  correction: 'correction',
  fine: 'fine',
  'fine removed': 'fine_removed',
  balance: 'balance',
  transfer: 'transfer',
  refund: 'refund',
  'write-off': 'write_off',
  'deposit applied': 'deposit_applied',
  'credit note': 'credit_note',
  'debit note': 'debit_note',
};

function describeLine(
  line: StatementEntry,
  row: LedgerEntryRow,
  { number, language }: { number: string; language: Language },
): string {
  const noted = (key: ApiMessageKey, values: MessageValues = {}) => {
    const text = message(key, values, language);
    return row.note === '' ? text : message('shop-summary.statement.with_note', { text, note: row.note }, language);
  };
  switch (line.kind) {
    case 'invoice':
      return message('shop-summary.statement.invoice', { number }, language);
    case 'fine':
      return message('shop-summary.statement.fine', { number }, language);
    case 'fine removed':
      return noted('shop-summary.statement.fine_removed', { number });
    case 'payment':
      return noted('shop-summary.statement.payment', { id: String(row.id), method: methodText(row, language) });
    case 'correction':
      return noted('shop-summary.statement.correction', { id: String(row.payment_id) });
    case 'balance':
      return noted('shop-summary.statement.balance');
    case 'transfer':
      return noted('shop-summary.statement.transfer');
    case 'refund':
      return noted('shop-summary.statement.refund', { method: methodText(row, language) });
    case 'write-off':
      return noted('shop-summary.statement.write_off');
    case 'deposit applied':
      return noted('shop-summary.statement.deposit_applied');
    case 'credit note':
      return noted('shop-summary.statement.credit_note', { number });
    case 'debit note':
      return noted('shop-summary.statement.debit_note', { number });
  }
}
