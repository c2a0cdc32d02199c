import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { monthInYear } from '#billing/calendar.ts';
import { writeFigure } from '#contract/figures.ts';
import { gate, type MonthIncome } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ReportPeriodPanel } from '../reports/report-period-panel.tsx';
import { useReportPeriod } from '../reports/use-report-period.ts';

type Person = MonthIncome['people'][number];

/** Shows the income from the tickets of a month by person: what is in shifts, and what is to be counted. */
export function MonthIncomePanel() {
  const period = useReportPeriod();
  const month = monthInYear(period.year, Number(period.month));
  const columns = useMemo(columnsOfPeople, []);
  const load = useLoad(`income from tickets ${month}`, async (signal) => {
    const { people } = await api(gate.income, { query: { month } }, { signal });
    return people;
  });
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        {t('gate.income.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('gate.income.about')}
      </Text>
      <ReportPeriodPanel period={period} />
      <DataTable<Person>
        key={month}
        label={t('gate.income.title')}
        columns={columns}
        load={load}
        failure={t('gate.income.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="income-"
        pageSize={10}
        empty={{ text: t('gate.income.empty'), next: t('gate.income.emptyNext') }}
      />
    </Stack>
  );
}

function columnsOfPeople(): readonly Column<Person>[] {
  return [
    {
      key: 'person',
      title: t('gate.column.by'),
      value: ({ name }) => name,
      render: ({ name, in_shifts, to_count }) => (
        <>
          {name}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {t('gate.income.inShifts')}: {writeFigure(in_shifts)}
            </Text>
            <Text size="xs" c="dimmed">
              {t('gate.income.toCount')}: {writeFigure(to_count)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    {
      key: 'in-shifts',
      title: t('gate.income.inShifts'),
      kind: 'money',
      value: ({ in_shifts }) => in_shifts,
      isSummed: true,
      isHiddenOnPhone: true,
    },
    {
      key: 'to-count',
      title: t('gate.income.toCount'),
      kind: 'money',
      value: ({ to_count }) => to_count,
      isSummed: true,
      isHiddenOnPhone: true,
    },
    {
      key: 'total',
      title: t('gate.income.total'),
      kind: 'money',
      value: ({ total }) => total,
      isSummed: true,
    },
  ];
}
