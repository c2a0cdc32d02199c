import { Group, Select } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { shortMonthChoices } from '#web/ui/format/dates.ts';
import { reportYears, type useReportPeriod } from './use-report-period.ts';

export function ReportPeriodPanel({ period }: { period: ReturnType<typeof useReportPeriod> }) {
  const { year, month, choose } = period;
  return (
    <Group gap="sm">
      <Select
        label={t('reports.page.month')}
        data={shortMonthChoices()}
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
