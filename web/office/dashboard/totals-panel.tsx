import { SimpleGrid } from '@mantine/core';
import type { MonthSummary, MonthSums } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';

/** Independent of the period. */
export type CurrentTotals = Pick<MonthSummary, 'shopBalanceSum' | 'tenantCount' | 'shopCount'>;

export function PeriodTotalsPanel({ counts, totals }: { counts: MonthSums['invoiceCounts']; totals: CurrentTotals }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <FigureCard
        name={t('dashboard.totals.invoices')}
        figure={formatNumber(counts.total_invoices)}
        about={t('dashboard.totals.period')}
        to="/invoices"
      />
      <FigureCard
        name={t('dashboard.totals.shops')}
        figure={formatNumber(totals.shopCount)}
        about={t('dashboard.totals.today')}
        to="/view-shops"
      />
      <FigureCard
        name={t('dashboard.totals.tenants')}
        figure={formatNumber(totals.tenantCount)}
        about={t('dashboard.totals.today')}
        to="/view-tenants"
      />
      <FigureCard
        name={t('dashboard.totals.balances')}
        figure={formatMoney(totals.shopBalanceSum.total_shop_balance)}
        about={t('dashboard.totals.balancesAbout')}
        to="/view-shops?sort=-balance"
      />
    </SimpleGrid>
  );
}
