import { Stack, Text } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { reports } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { rentRollReport } from './open-report.ts';
import { RentRollPanel } from './rent-roll-panel.tsx';
import { RentRollTable } from './rent-roll-table.tsx';
import { ReportButtons } from './report-panel.tsx';
import { ReportPeriodPanel } from './report-period-panel.tsx';
import { useReportPeriod } from './use-report-period.ts';

export function RentRollPage() {
  const period = useReportPeriod();
  const month = monthInYear(period.year, Number(period.month));
  const load = useLoad(`rent roll ${month}`, (signal) => api(reports.rentRoll, { query: { month } }, { signal }));
  const time = load.data && formatInstant(load.data.as_of);
  return (
    <Screen
      path="/rent-roll"
      subtitle={time === undefined ? t('reports.rentRoll.subtitle') : t('reports.rentRoll.asOf', { time })}
      actions={<ReportButtons report={rentRollReport(month)} label={t('reports.rentRoll.pdf')} />}
    >
      <Stack gap="md">
        <ReportPeriodPanel period={period} />
        {load.data && <RentRollPanel roll={load.data} />}
        <RentRollTable key={month} load={load} />
        {load.data?.anchor && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('reports.rentRoll.anchor', load.data.anchor)}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}
