import { Paper, Progress, Text, Title } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { dashboard } from '#contract/dashboard.ts';
import { writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import type { ReportPeriod } from './open-report.ts';
import classes from './reports.module.css';
import { type Income, incomesOf } from './sum-year.ts';

/** What was billed for a month, a bar for each charge, filled as far as it is paid. */
export function MonthPicture({ period: { year, month } }: { period: ReportPeriod }) {
  const load = useLoad(`month picture ${year} ${month}`, (signal) =>
    api(dashboard.summary, { query: { year, month } }, { signal }),
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="month-picture">
      <Title order={2} size="h5" mb="sm" id="month-picture">
        {t('reports.picture.title', { month: formatMonth(monthInYear(year, Number(month))) })}
      </Title>
      <AsyncState load={load} failure={t('dashboard.failed')}>
        {(summary) => ('monthlySummaries' in summary ? null : <Bars {...incomesOf(summary)} />)}
      </AsyncState>
    </Paper>
  );
}

function Bars({ total, kinds }: { total: Income; kinds: readonly Income[] }) {
  const bars = [...kinds.filter(({ billed }) => billed > 0), total];
  if (total.billed === 0) return <Empty text={t('dashboard.status.empty')} />;
  return (
    <ul className={classes.bars}>
      {bars.map((income) => (
        <li key={income.kind}>
          <Text size="sm" fw={income === total ? 700 : 500}>
            {income === total ? t('reports.picture.total') : t(`dashboard.income.${income.kind}`)}
          </Text>
          <div className={classes.track}>
            <Progress
              aria-hidden
              size="lg"
              value={(100 * income.paid) / income.billed}
              style={{ width: `${(100 * income.billed) / total.billed}%` }}
            />
          </div>
          <Text size="sm" className={classes.figures}>
            {formatMoney(income.paid)}{' '}
            <Text span size="xs" c="dimmed">
              {t('dashboard.income.about', { billed: writeFigure(income.billed), open: writeFigure(income.open) })}
            </Text>
          </Text>
        </li>
      ))}
    </ul>
  );
}
