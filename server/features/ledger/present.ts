import type { Instant } from '#billing/calendar.ts';
import { type Allocation, paidMore, totalOwed } from '#billing/ledger.ts';
import { toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { books } from '#contract/ledger.ts';
import type { MoneyEffect, SettledCharge } from '#contract/money-effects.ts';
import type { OpenBooks } from './load-ledger.ts';
import { numberOf, type SettledBooks } from './recompute-ledger.ts';
import type { Verdict } from './verify-ledgers.ts';

/** What a write did: which charges are paid more by it, what is still owed, and the fines it brought. */
export function presentEffect(settled: SettledBooks): MoneyEffect {
  const { before, books, raised } = settled;
  return {
    settled: paidMore(before, books).map(({ invoice, kind, cents }) => ({
      invoice_id: numberOf(settled, invoice.id),
      month_year: invoice.month,
      charge: kind,
      amount: toRupees(cents),
    })),
    still_owed: toRupees(totalOwed(books)),
    new_fines: raised.map(({ invoice, cents: amount, previousCents, fellDueAt }) => ({
      invoice_id: numberOf(settled, invoice.id),
      month_year: invoice.month,
      fine_amount: toRupees(amount),
      previous_fine_amount: toRupees(previousCents),
      fell_due: fellDueAt,
    })),
  };
}

/** Movements of money in the order in which they happened. */
export function presentSettled(
  opened: OpenBooks,
  allocations: readonly Pick<Allocation, 'invoiceId' | 'kind' | 'cents'>[],
): SettledCharge[] {
  const months = new Map(opened.books.invoices.map(({ id, month }) => [id, month]));
  return allocations.flatMap(({ invoiceId, kind, cents: amount }) => {
    const month = months.get(invoiceId);
    if (month === undefined) return [];
    return [{ invoice_id: numberOf(opened, invoiceId), month_year: month, charge: kind, amount: toRupees(amount) }];
  });
}

/** The balance that stands. */
export function presentBalance({ books }: Pick<OpenBooks, 'books'>): number {
  return toRupees(books.balanceCents);
}

/** What a check of the whole market found. */
export function presentVerdict(verdict: Verdict, at: Instant): Answer<typeof books.verify> {
  return {
    is_clean: verdict.differences.length === 0,
    shops: verdict.shops,
    facts: verdict.facts,
    audit_entries: verdict.auditEntries,
    checked_at: at,
    differences: verdict.differences,
  };
}
