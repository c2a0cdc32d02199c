import type { Day, Instant } from '#billing/calendar.ts';
import { totalDebt } from '#billing/ledger.ts';
import { toRupees } from '#billing/money.ts';
import { type StatementEntry, statementOf } from '#billing/statement.ts';
import type { Answer } from '#contract/call.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import type { ShopSummary, StatementLine, shops } from '#contract/shops.ts';
import { presentCharges, presentInvoice } from '../invoices/present.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';
import type { AllocationRow, ChargeRow, LedgerEntryRow } from '../ledger/queries.ts';
import { presentPayment } from '../payments/present.ts';
import type { PaymentRow } from '../payments/queries.ts';
import { presentShop } from '../shops/present.ts';
import { presentTenant } from '../tenants/present.ts';
import type { TenantRow } from '../tenants/queries.ts';

interface SummaryParts {
  opened: LoadedLedger;
  tenant: TenantRow | undefined;
  payments: readonly PaymentRow[];
  charges: readonly ChargeRow[];
  allocations: readonly AllocationRow[];
}

export function presentSummary({ opened, tenant, payments, charges, allocations }: SummaryParts): {
  shop: ShopSummary;
} {
  const { shop, invoices, ledger, rows } = opened;
  const shopId = shop.shop_id;
  const chargesOf = Map.groupBy(charges, ({ invoice_id }) => invoice_id);
  const allocationsOf = Map.groupBy(allocations, ({ invoice_id }) => invoice_id);
  const causes = new Map(rows.map((row) => [row.id, row.kind]));
  return {
    shop: {
      ...presentShop(shop),
      Tenant: tenant ? presentTenant(tenant, shopId) : null,
      ShopBalance: { balance_amount: toRupees(shop.balance_cents), last_updated: shop.balance_at },
      total_owed: toRupees(totalDebt(ledger)),
      Payments: payments.map(presentPayment),
      Invoices: invoices.toReversed().map((invoice) => ({
        ...presentInvoice(invoice, shopId),
        ...presentCharges(chargesOf.get(invoice.id) ?? [], invoice.number, shopId),
        Allocations: (allocationsOf.get(invoice.id) ?? []).map((row) => presentAllocation(row, causes)),
      })),
    },
  };
}

const SOURCES: Partial<Record<LedgerEntryRow['kind'], 'payment' | 'balance'>> = {
  payment: 'payment',
  balance: 'balance',
};

function presentAllocation(
  row: AllocationRow,
  causes: ReadonlyMap<number, LedgerEntryRow['kind']>,
): ShopSummary['Invoices'][number]['Allocations'][number] {
  const cause = causes.get(row.cause_id);
  return {
    charge: row.kind,
    amount: toRupees(row.cents),
    payment_id: cause === 'payment' ? row.cause_id : null,
    source: (cause && SOURCES[cause]) ?? 'credit',
    date: row.allocated_at,
  };
}

export function presentSetBalance(
  { shop, ledger }: LoadedLedger,
  at: Instant,
): Answer<typeof shops.setBalance>['data'] {
  const isSame = ledger.balanceCents === shop.balance_cents;
  return {
    shop_id: shop.shop_id,
    balance_amount: toRupees(ledger.balanceCents),
    last_updated: isSame ? shop.balance_at : at,
  };
}

export function presentStatement(opened: LoadedLedger, today: Day): Answer<typeof shops.statement> {
  const rows = new Map(opened.rows.map((row) => [row.id, row]));
  const numbers = new Map(opened.invoices.map(({ id, number }) => [id, number]));
  const lines = statementOf(opened.entries, opened.ledger).map((line) => {
    const row = rows.get(line.entryId);
    if (!row) throw new Error(`no ledger entry ${line.entryId}`);
    return presentLine(line, row, numbers);
  });
  return { shop_id: opened.shop.shop_id, today, lines };
}

function presentLine(line: StatementEntry, row: LedgerEntryRow, numbers: ReadonlyMap<number, string>): StatementLine {
  const named = row.kind === 'invoice' ? row.id : row.invoice_id;
  const number = named === null ? undefined : numbers.get(named);
  const isPayment = row.kind === 'payment' || row.kind === 'correction';
  return {
    date: line.at,
    kind: line.kind === 'fine removed' ? 'fine_removed' : line.kind,
    text: describeLine(line, row, number ?? ''),
    invoice_id: number ?? null,
    payment_id: isPayment ? (row.payment_id ?? row.id) : null,
    charged: line.chargedCents === 0 ? null : toRupees(line.chargedCents),
    paid: line.paidCents === 0 ? null : toRupees(line.paidCents),
    balance: toRupees(line.balanceCents),
  };
}

function describeLine(line: StatementEntry, row: LedgerEntryRow, number: string): string {
  const noted = (key: ApiMessageKey, values: MessageValues = {}) => {
    const text = message(key, values);
    return row.note === '' ? text : message('shop-summary.statement.with_note', { text, note: row.note });
  };
  switch (line.kind) {
    case 'invoice':
      return message('shop-summary.statement.invoice', { number });
    case 'fine':
      return message('shop-summary.statement.fine', { number });
    case 'fine removed':
      return noted('shop-summary.statement.fine_removed', { number });
    case 'payment':
      return noted('shop-summary.statement.payment', { id: String(row.id), method: row.method ?? '' });
    case 'correction':
      return noted('shop-summary.statement.correction', { id: String(row.payment_id) });
    case 'balance':
      return noted('shop-summary.statement.balance');
  }
}
