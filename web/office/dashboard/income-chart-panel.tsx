import { Group, Paper, Table, Text, Title } from '@mantine/core';
import { monthOf } from '#billing/calendar.ts';
import type { YearSummary } from '#contract/dashboard.ts';
import { writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { shortMonthChoices } from '#web/ui/format/dates.ts';
import { moneyHeading } from '#web/ui/table/table-column.ts';
import { incomesOf } from '../reports/sum-year.ts';
import classes from './income-chart-panel.module.css';

/** Shows what was billed and collected in each month of a year, as a table with bars. */
export function IncomeChartPanel({ year, monthlySummaries }: Pick<YearSummary, 'year' | 'monthlySummaries'>) {
  const months = monthlySummaries
    .map(({ month, ...sums }) => ({ month, ...incomesOf(sums).total }))
    .filter(({ month, billed }) => billed > 0 || isPast(year, month));
  const most = Math.max(...months.map(({ billed }) => billed), 0);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {t('dashboard.months.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('dashboard.months.about')}
      </Text>
      {most === 0 ? (
        <Empty text={t('dashboard.months.empty')} />
      ) : (
        <div className={classes.chart}>
          <Legend />
          <Table
            aria-label={t('dashboard.months.title')}
            horizontalSpacing="var(--space-2)"
            verticalSpacing="var(--space-2)"
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dashboard.months.month')}</Table.Th>
                <Table.Td className={classes.room} />
                <Table.Th ta="right">{moneyHeading(t('dashboard.months.collected'))}</Table.Th>
                <Table.Th ta="right">{moneyHeading(t('dashboard.months.billed'))}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {months.map(({ month, paid, billed }) => (
                <Table.Tr key={month}>
                  <Table.Td>{shortMonthChoices()[month - 1]?.label}</Table.Td>
                  <Table.Td className={classes.room} aria-hidden>
                    <span className={classes.bar} style={{ width: share(billed, most) }}>
                      <span className={classes.paid} style={{ width: share(paid, billed) }} />
                    </span>
                  </Table.Td>
                  <Table.Td ta="right">{writeFigure(paid)}</Table.Td>
                  <Table.Td ta="right">{writeFigure(billed)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
}

function Legend() {
  return (
    <Group gap="sm" aria-hidden>
      {(['paid', 'open'] as const).map((part) => (
        <Group key={part} gap="var(--space-2)" wrap="nowrap">
          <span className={classes[part]} data-swatch />
          <Text size="xs">{t(`dashboard.months.${part}`)}</Text>
        </Group>
      ))}
    </Group>
  );
}

function isPast(year: number, month: number): boolean {
  return `${year}-${String(month).padStart(2, '0')}` <= monthOf(browserToday());
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%`;
}
