import { Group, Paper, Text, Title } from '@mantine/core';
import { addMonths, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { centsOf } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import classes from './admin-dashboard.module.css';

const WIDTH = 310;
const HEIGHT = 110;
const DAYS = 31;

interface MonthLine {
  name: 'now' | 'last' | 'year';
  month: Month;
  /** The money received up to each day, in rupees. */
  sums: number[];
}

/** The money of this month, summed from day to day, beside that of the last month and of the month a year ago. */
export function MonthMoneyChart({
  today: { month_year, received },
}: {
  today: Pick<Answer<typeof dashboard.today>, 'month_year' | 'received'>;
}) {
  const before = (months: number) => monthOf(addMonths(firstDayOf(month_year), -months));
  const lines: MonthLine[] = [
    { name: 'year', month: before(12), sums: addUp(received.last_year) },
    { name: 'last', month: before(1), sums: addUp(received.last_month) },
    { name: 'now', month: month_year, sums: addUp(received.this_month) },
  ];
  const most = Math.max(...lines.map(({ sums }) => sums.at(-1) ?? 0), 1);
  const day = received.this_month.length;
  const words = lines.toReversed().map((line) => ({ ...line, text: describe(line, day) }));
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="month-money">
      <Title order={2} size="h5" id="month-money" mb="xs">
        {t('dashboard.money.title')}
      </Title>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.money} aria-hidden="true" preserveAspectRatio="none">
        {lines.map(({ name, sums }) => (
          <polyline key={name} data-line={name} points={pointsOf(sums, most)} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <Text size="xs" c="dimmed" mt="xs">
        {t('dashboard.money.about', { day })}
      </Text>
      {words.map(({ name, text, month }) => (
        <Group key={name} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <svg width="22" height="10" className={classes.money} aria-hidden="true">
              <polyline data-line={name} points="0,5 22,5" />
            </svg>
            <Text size="sm">{formatMonth(month)}</Text>
          </Group>
          <Text size="sm" fw={name === 'now' ? 700 : 400} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {text}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}

/** The sum up to the same day of the month; of a shorter month, up to its last day. */
function describe({ sums }: MonthLine, day: number): string {
  return formatMoney(sums[Math.min(day, sums.length) - 1] ?? 0);
}

function addUp(amounts: readonly number[]): number[] {
  return amounts.map((_, at) => toRupees(sumCents(amounts.slice(0, at + 1).map(centsOf))));
}

/** Each line begins with 0 before the first day. */
function pointsOf(sums: readonly number[], most: number): string {
  return [0, ...sums]
    .map((sum, at) => `${((at / DAYS) * WIDTH).toFixed(1)},${(HEIGHT - 3 - (sum / most) * (HEIGHT - 6)).toFixed(1)}`)
    .join(' ');
}
