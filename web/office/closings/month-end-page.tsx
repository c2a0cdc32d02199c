import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Month, monthInYear } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { closings } from '#contract/closings.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { JournalPanel } from '../reports/journal-panel.tsx';
import { ReportPeriodPanel } from '../reports/report-period-panel.tsx';
import { useReportPeriod } from '../reports/use-report-period.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { askClose } from './close-dialog.tsx';
import { ChangesTable, ClosingsTable, LaterTable } from './closing-tables.tsx';
import { dayAfter, lastMonthOver } from './month-days.ts';
import { OpenParts, PartsTable } from './parts-table.tsx';

type MonthFigures = Answer<typeof closings.month>;

/** What a month is made of, what is not done, and its closing. */
export function MonthEndPage() {
  const period = useReportPeriod(lastMonthOver());
  const month = monthInYear(period.year, Number(period.month));
  const load = useLoad(`month ${month}`, (signal) => api(closings.month, { params: { month } }, { signal }));
  const list = useLoad('closings', (signal) => api(closings.list, {}, { signal }));
  const reload = () => {
    load.reload();
    list.reload();
  };
  return (
    <Screen
      path="/month-end"
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('closings.about')}
        </Text>
      }
    >
      <Stack gap="lg">
        <ReportPeriodPanel period={period} />
        <AsyncState load={load} failure={t('closings.failed')}>
          {(figures) => <MonthPanel figures={figures} reload={reload} />}
        </AsyncState>
        <ClosingsTable load={list} reload={reload} />
      </Stack>
    </Screen>
  );
}

function MonthPanel({ figures, reload }: { figures: MonthFigures; reload: () => void }) {
  const { parts, month, collected } = figures;
  return (
    <Stack gap="lg">
      <StatePanel figures={figures} reload={reload} />
      <OpenParts parts={parts} month={month} />
      <PartsTable parts={parts} />
      <Stack gap="xs" component="section">
        <Title order={2} size="h4">
          {t('closings.collected')}
        </Title>
        {collected.length === 0 ? (
          <Text size="sm">{t('closings.collected.none')}</Text>
        ) : (
          <FigureCards>
            {collected.map(({ method, count, amount }) => (
              <FigureCard
                key={method}
                name={word('method', method)}
                figure={formatMoney(amount)}
                about={t('closings.collected.count', { count })}
              />
            ))}
          </FigureCards>
        )}
      </Stack>
      <BankAccounts accounts={figures.bank_accounts} month={month} />
      {figures.closing && <LaterTable month={month} />}
      {figures.first_open_day !== null && <ChangesTable month={month} />}
      <JournalPanel month={month} />
    </Stack>
  );
}

/** Says whether the month is closed, and closes it. */
function StatePanel({ figures, reload }: { figures: MonthFigures; reload: () => void }) {
  const { state, closing, month } = figures;
  const mayClose = useMay('books.write');
  const close = async () => {
    if (await askClose(figures)) reload();
  };
  if (state === 'closed' && closing)
    return (
      <Alert color="leaf" role="status">
        {t('closings.state.closed', { name: closing.closed_by, day: formatInstant(closing.closed_at) })}
      </Alert>
    );
  if (state === 'running')
    return (
      <Alert color="turmeric" role="status">
        {t('closings.state.running', { day: formatOfficeDay(dayAfter(month)) })}
      </Alert>
    );
  const year = month.slice(0, 4);
  const label = month.endsWith('-12') ? t('closings.closeYear', { year }) : t('closings.close');
  return (
    <Group gap="md">
      <Text size="sm">{t('closings.state.open')}</Text>
      {mayClose && <Button onClick={() => void close()}>{label}</Button>}
    </Group>
  );
}

function BankAccounts({ accounts, month }: { accounts: MonthFigures['bank_accounts']; month: Month }) {
  if (accounts.length === 0) return null;
  const [year = '', number = ''] = month.split('-');
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.accounts')}
      </Title>
      <FigureCards>
        {accounts.map(({ account_id, name, open_lines, unexplained }) => (
          <FigureCard
            key={account_id}
            name={name}
            figure={t('closings.accounts.lines', { count: open_lines })}
            about={describeDifference(unexplained, open_lines)}
            to={placeOf('/bank-accounts/:id/month', { id: account_id, year, month: Number(number) })}
          />
        ))}
      </FigureCards>
    </Stack>
  );
}

function describeDifference(unexplained: number | null, openLines: number): string {
  if (unexplained === null) return t('closings.accounts.noBalance');
  if (unexplained === 0) return t(openLines === 0 ? 'closings.accounts.agrees' : 'closings.accounts.openDiffers');
  return t('closings.accounts.difference', { amount: formatMoney(unexplained) });
}
