import { Group, Select } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { reportYears, type useReportPeriod } from './use-report-period.ts';

export function ReportPeriodPanel({ period }: { period: ReturnType<typeof useReportPeriod> }) {
  const { year, month, choose } = period;
  return (
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
  );
}

function monthChoices() {
  return Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: formatMonth(monthInYear(2000, at + 1)).slice(0, 3),
  }));
}
