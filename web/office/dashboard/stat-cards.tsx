import { SimpleGrid } from '@mantine/core';
import type { MonthSummary, MonthSums } from '#contract/dashboard.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { FigureCard } from './figure-panel.tsx';

/** What the market is now, whatever period the figures are of. */
export type Standing = Pick<MonthSummary, 'shopBalanceSum' | 'tenantCount' | 'shopCount'>;

/** The invoices of the period by their status, and how large the market is now. */
export function StatCards({ counts, standing }: { counts: MonthSums['invoiceCounts']; standing: Standing }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <FigureCard name="Invoices" figure={formatNumber(counts.total_invoices)} about="of this period" to="/invoices" />
      <FigureCard name="Shops" figure={formatNumber(standing.shopCount)} about="today" to="/view-shops" />
      <FigureCard name="Tenants" figure={formatNumber(standing.tenantCount)} about="today" to="/view-tenants" />
      <FigureCard
        name="Shop balances"
        figure={formatMoney(standing.shopBalanceSum.total_shop_balance)}
        about="credit of shops, today"
        to="/view-shops?sort=-balance"
      />
    </SimpleGrid>
  );
}
