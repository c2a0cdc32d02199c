import type { Instant } from '#billing/calendar.ts';
import { type Allocation, findNewlyPaid, totalDebt } from '#billing/ledger.ts';
import { toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { ledger } from '#contract/ledger.ts';
import { message } from '#contract/messages/message.ts';
import type { MoneyEffect, PaidCharge, TenancyEffect } from '#contract/money-effects.ts';
import { findById, type LoadedLedger } from './load-ledger.ts';
import type { VerificationRow } from './queries.ts';
import { readLines } from './read-lines.ts';
import { numberOf, type RecomputedLedger } from './recompute-ledger.ts';
import type { VerificationResult } from './verify-ledgers.ts';

export function presentEffect(recomputed: RecomputedLedger): MoneyEffect {
  const { before, ledger, addedFines } = recomputed;
  return {
    settled: findNewlyPaid(before, ledger).map(({ invoice, kind, line, cents }) => ({
      invoice_id: numberOf(recomputed, invoice.id),
      month_year: invoice.month,
      charge: kind,
      ...nameOfCharge(recomputed, invoice.id, line),
      amount: toRupees(cents),
    })),
    still_owed: toRupees(totalDebt(ledger)),
    new_fines: addedFines.map(({ invoice, cents: amount, previousCents, fellDueAt }) => ({
      invoice_id: numberOf(recomputed, invoice.id),
      month_year: invoice.month,
      fine_amount: toRupees(amount),
      previous_fine_amount: toRupees(previousCents),
      fell_due: fellDueAt,
    })),
  };
}

export function presentTenancyEffect(recomputed: RecomputedLedger): TenancyEffect {
  const { shop, tenancy } = recomputed;
  return {
    shop_id: shop.shop_id,
    tenancy_id: tenancy.id,
    tenant_name: tenancy.name,
    balance_amount: presentBalance(recomputed),
    ...presentEffect(recomputed),
  };
}

export function presentPaidCharges(
  opened: LoadedLedger,
  allocations: readonly Pick<Allocation, 'invoiceId' | 'kind' | 'line' | 'cents'>[],
): PaidCharge[] {
  const months = new Map(opened.ledger.invoices.map(({ id, month }) => [id, month]));
  return allocations.flatMap(({ invoiceId, kind, line, cents: amount }) => {
    const month = months.get(invoiceId);
    if (month === undefined) return [];
    const name = nameOfCharge(opened, invoiceId, line);
    const number = numberOf(opened, invoiceId);
    return [{ invoice_id: number, month_year: month, charge: kind, ...name, amount: toRupees(amount) }];
  });
}

function nameOfCharge(
  { invoices }: Pick<LoadedLedger, 'invoices'>,
  invoiceId: number,
  line: number,
): Pick<PaidCharge, 'name' | 'name_si' | 'name_ta'> {
  const invoice = line === 0 ? undefined : findById(invoices, invoiceId);
  const found = invoice && readLines(invoice).find((each) => each.line === line);
  return found ? { name: found.name, name_si: found.nameSi, name_ta: found.nameTa } : {};
}

export function presentBalance({ ledger }: Pick<LoadedLedger, 'ledger'>): number {
  return toRupees(ledger.balanceCents);
}

/** The maximum number of differences in the answer. After them, a sentence says how many there are besides. */
const MOST_DIFFERENCES = 1000;

export function presentVerification(verdict: VerificationResult, at: Instant): Answer<typeof ledger.verify> {
  const others = verdict.differences.length - MOST_DIFFERENCES;
  return {
    is_clean: verdict.differences.length === 0,
    shops: verdict.shops,
    facts: verdict.entries,
    audit_entries: verdict.auditEntries,
    checked_at: at,
    differences: [
      ...verdict.differences.slice(0, MOST_DIFFERENCES),
      ...(others > 0 ? [message('ledger.verify.others', { count: others })] : []),
    ],
  };
}

export function presentLastVerification(row: VerificationRow | undefined): Answer<typeof ledger.lastVerification> {
  if (!row) return { result: null };
  const { id: _, ...result } = row;
  return { result };
}
