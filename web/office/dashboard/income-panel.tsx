import { SimpleGrid } from '@mantine/core';
import type { MonthSums } from '#contract/dashboard.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { FigureCard } from './figure-panel.tsx';
import { type Income, incomesOf } from './sum-year.ts';

/** What came in for the invoices of a period, in all and by kind of charge. */
export function IncomeCards({ sums }: { sums: MonthSums }) {
  const { total, kinds } = incomesOf(sums);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 5 }} spacing="sm">
      <IncomeCard income={total} isMain />
      {kinds.map((income) => (
        <IncomeCard key={income.name} income={income} />
      ))}
    </SimpleGrid>
  );
}

function IncomeCard({ income: { name, paid, billed, open }, isMain = false }: { income: Income; isMain?: boolean }) {
  const about = `of ${formatFigure(billed)} billed, ${formatFigure(open)} open`;
  return <FigureCard name={name} figure={formatMoney(paid)} about={about} isMain={isMain} />;
}
