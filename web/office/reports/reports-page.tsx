import { Group, Select, SimpleGrid } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { type ReportName, reportNames } from '#contract/reports.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { Screen } from '../shell/screen.tsx';
import { ReportPanel } from './report-panel.tsx';
import { reportYears, useReportPeriod } from './use-report-period.ts';

const TEXTS: Record<ReportName, string> = {
  report: 'What each shop was billed for the month, what of it was paid in the month and what remains.',
  report2: 'What each shop owes: of earlier months, of this month, fines, and a balance below 0.',
  report3: 'What each shop paid in the month, in which way, and where the money went.',
};

const MONTHS = Array.from({ length: 12 }, (_, at) => {
  return { value: String(at + 1), label: formatMonth(monthInYear(2000, at + 1)).slice(0, 3) };
});

/** The monthly income reports: a month, and the three reports of it. */
export function ReportsPage() {
  const { year, month, choose } = useReportPeriod();
  return (
    <Screen path="/reports" subtitle="Monthly income reports">
      <Group gap="sm">
        <Select
          label="Month"
          data={MONTHS}
          value={month}
          onChange={(chosen) => chosen && choose({ month: chosen })}
          allowDeselect={false}
          w={130}
        />
        <Select
          label="Year"
          data={reportYears()}
          value={year}
          onChange={(chosen) => chosen && choose({ year: chosen })}
          allowDeselect={false}
          w={130}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {reportNames.map((name) => (
          <ReportPanel key={name} name={name} text={TEXTS[name]} period={{ year, month }} />
        ))}
      </SimpleGrid>
    </Screen>
  );
}
