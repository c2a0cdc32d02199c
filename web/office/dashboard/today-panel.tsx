import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import classes from './admin-dashboard.module.css';
import { MonthMoneyChart } from './month-money-chart.tsx';

type Today = Answer<typeof dashboard.today>;

/** What is to be done today, and the money of this month beside two others. */
export function TodayPanels() {
  const load = useLoad('today', (signal) => api(dashboard.today, {}, { signal }));
  return (
    <AsyncState load={load} failure={t('dashboard.failed')}>
      {(today) => (
        <div className={classes.halves}>
          <TodayList today={today} />
          <MonthMoneyChart today={today} />
        </div>
      )}
    </AsyncState>
  );
}

interface Line {
  name: string;
  state: string;
  isOpen: boolean;
  to: string;
}

function TodayList({ today }: { today: Today }) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="today">
      <Title order={2} size="h5" id="today" mb="xs">
        {t('dashboard.day.title', { day: formatOfficeDay(today.today) })}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0}>
        {linesOf(today).map(({ name, state, isOpen, to }) => (
          <Group component="li" key={name} gap="xs" justify="space-between" wrap="nowrap" style={{ listStyle: 'none' }}>
            <Anchor component={Link} to={to} size="sm">
              {name}
            </Anchor>
            <Text size="sm" ta="right" {...(isOpen ? { fw: 700 } : { c: 'dimmed' })}>
              {isOpen ? state : t('dashboard.day.done', { state })}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function linesOf({
  price_count,
  latest_list,
  open_sessions,
  cheques_in_hand,
  to_confirm,
  claims,
  bills,
  month_year,
}: Today) {
  const isListed = price_count > 0;
  const money = ({ count, amount }: Today['to_confirm']) =>
    count === 0 ? t('dashboard.day.none') : t('dashboard.day.counted', { count, amount: formatMoney(amount) });
  const lines: (Line | false)[] = [
    {
      name: t('dashboard.day.prices'),
      state: isListed
        ? t('dashboard.today.priceCount', { count: price_count })
        : latest_list === null
          ? t('dashboard.today.noList')
          : t('dashboard.today.lastList', { date: formatOfficeDay(latest_list) }),
      isOpen: !isListed,
      to: isListed ? placeOf('/view-dailyprices') : placeOf('/add-dailyprice'),
    },
    {
      name: t('dashboard.day.bills', { month: formatMonth(month_year) }),
      state:
        bills.count === 0
          ? t('dashboard.day.noBills')
          : t('dashboard.day.sent', { sent: writeNumber(bills.sent), count: writeNumber(bills.count) }),
      isOpen: bills.sent < bills.count || bills.count === 0,
      to:
        bills.count === 0 ? placeOf('/settings/generate-invoices') : placeOf('/invoices', { status: 'newly-arrived' }),
    },
    open_sessions !== null && {
      name: t('dashboard.day.drawers'),
      state: open_sessions === 0 ? t('dashboard.day.closed') : t('dashboard.day.open', { count: open_sessions }),
      isOpen: open_sessions > 0,
      to: placeOf('/cash-sessions'),
    },
    {
      name: t('dashboard.day.cheques'),
      state: money(cheques_in_hand),
      isOpen: cheques_in_hand.count > 0,
      to: placeOf('/cheques'),
    },
    {
      name: t('dashboard.day.transfers'),
      state: money(to_confirm),
      isOpen: to_confirm.count > 0,
      to: placeOf('/electronic-payments'),
    },
    claims.count > 0 && {
      name: t('dashboard.day.claims'),
      state: money(claims),
      isOpen: true,
      to: placeOf('/claims'),
    },
  ];
  return lines.filter((line) => line !== false);
}
