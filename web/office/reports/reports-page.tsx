import IconChevronRight from 'virtual:icons/chevron-right';
import { Button, Card, SimpleGrid, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { monthInYear } from '#billing/calendar.ts';
import { reportNames } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { JournalPanel } from './journal-panel.tsx';
import { MonthPicture } from './month-picture.tsx';
import { monthlyReport, yearReport } from './open-report.ts';
import { ReportPanel, ReportText } from './report-panel.tsx';
import { ReportPeriodPanel } from './report-period-panel.tsx';
import { useReportPeriod } from './use-report-period.ts';

const TEXT_KEYS = {
  report: 'reports.text.rentPayments',
  report2: 'reports.text.remainingDues',
  report3: 'reports.text.shopPayments',
} as const;

export function ReportsPage() {
  const period = useReportPeriod();
  const { year, month } = period;
  return (
    <Screen path="/reports" subtitle={t('reports.page.subtitle')} actions={<ArrestInfo hasWord />}>
      <ReportPeriodPanel period={period} />
      <MonthPicture period={period} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {reportNames.map((name) => (
          <ReportPanel key={name} report={monthlyReport(name, { year, month })} text={t(TEXT_KEYS[name])} />
        ))}
        <Card withBorder padding="md">
          <Stack justify="space-between" h="100%" gap="md" align="flex-start">
            <ReportText title={t('shell.page.rent-roll')} text={t('reports.text.rentRoll')} />
            <Button
              component={Link}
              variant="light"
              to={placeOf('/rent-roll', { year, month })}
              px="sm"
              rightSection={<IconChevronRight size={18} aria-hidden />}
              aria-label={t('reports.card.openOf', { title: t('shell.page.rent-roll') })}
            >
              {t('reports.card.open')}
            </Button>
          </Stack>
        </Card>
        <Card withBorder padding="md">
          <Stack justify="space-between" h="100%" gap="md" align="flex-start">
            <ReportText title={t('shell.page.month-end')} text={t('reports.text.monthEnd')} />
            <Button
              component={Link}
              variant="light"
              to={placeOf('/month-end', { year, month })}
              px="sm"
              rightSection={<IconChevronRight size={18} aria-hidden />}
              aria-label={t('reports.card.openOf', { title: t('shell.page.month-end') })}
            >
              {t('reports.card.open')}
            </Button>
          </Stack>
        </Card>
        <ReportPanel report={yearReport(year)} text={t('reports.text.year', { year })} />
        <JournalPanel month={monthInYear(year, Number(month))} />
      </SimpleGrid>
    </Screen>
  );
}
