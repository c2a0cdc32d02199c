import { Group } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { shortMonthChoices } from '#web/ui/format/dates.ts';
import { reportYears, type useReportPeriod } from './use-report-period.ts';

export function ReportPeriodPanel({ period }: { period: ReturnType<typeof useReportPeriod> }) {
  const { year, month, choose } = period;
  return (
    <Group gap="sm">
      <ChoiceField
        label={t('reports.page.month')}
        data={shortMonthChoices()}
        value={month}
        onChange={(chosen) => choose({ month: chosen })}
        w={130}
      />
      <ChoiceField
        label={t('reports.page.year')}
        data={reportYears()}
        value={year}
        onChange={(chosen) => choose({ year: chosen })}
        w={130}
      />
    </Group>
  );
}
