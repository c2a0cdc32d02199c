import { Group, Select, SimpleGrid } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { reportNames } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { ReportPanel } from './report-panel.tsx';
import { reportYears, useReportPeriod } from './use-report-period.ts';

const TEXT_KEYS = {
  report: 'reports.text.rentPayments',
  report2: 'reports.text.remainingDues',
  report3: 'reports.text.shopPayments',
} as const;

export function ReportsPage() {
  const { year, month, choose } = useReportPeriod();
  return (
    <Screen path="/reports" subtitle={t('reports.page.subtitle')} actions={<ArrestInfo hasWord />}>
      <Group gap="sm">
        <Select
          label={t('reports.page.month')}
          data={monthChoices()}
          value={month}
          onChange={(chosen) => chosen && choose({ month: chosen })}
          allowDeselect={false}
          w={130}
        />
        <Select
          label={t('reports.page.year')}
          data={reportYears()}
          value={year}
          onChange={(chosen) => chosen && choose({ year: chosen })}
          allowDeselect={false}
          w={130}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {reportNames.map((name) => (
          <ReportPanel key={name} name={name} text={t(TEXT_KEYS[name])} period={{ year, month }} />
        ))}
      </SimpleGrid>
    </Screen>
  );
}

function monthChoices() {
  return Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: formatMonth(monthInYear(2000, at + 1)).slice(0, 3),
  }));
}
