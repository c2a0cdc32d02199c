import { SimpleGrid } from '@mantine/core';
import type { MonthSums } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { type Income, incomesOf } from './sum-year.ts';

export function IncomePanel({ sums }: { sums: MonthSums }) {
  const { total, kinds } = incomesOf(sums);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 5 }} spacing="sm">
      <IncomeCard income={total} isMain />
      {kinds.map((income) => (
        <IncomeCard key={income.kind} income={income} />
      ))}
    </SimpleGrid>
  );
}

function IncomeCard({ income: { kind, paid, billed, open }, isMain = false }: { income: Income; isMain?: boolean }) {
  const about = t('dashboard.income.about', { billed: formatFigure(billed), open: formatFigure(open) });
  return <FigureCard name={t(`dashboard.income.${kind}`)} figure={formatMoney(paid)} about={about} isMain={isMain} />;
}
