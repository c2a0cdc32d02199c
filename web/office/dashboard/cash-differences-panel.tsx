import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { writeFigure, writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';

type Differences = Answer<typeof dashboard.morning>['cash_differences'][number];

/** Shows by person what was missing or too much in the counts of the last 30 days and of this year. */
export function CashDifferencesPanel({ people }: { people: readonly Differences[] }) {
  const columns = useMemo(columnsOfPeople, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.differences.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.differences.about')}
      </Text>
      <DataTable<Differences>
        label={t('dashboard.differences.title')}
        columns={columns}
        load={loaded(people)}
        failure={t('dashboard.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="differences-"
        pageSize={5}
        empty={{ text: t('dashboard.differences.empty') }}
      />
    </Stack>
  );
}

function columnsOfPeople(): readonly Column<Differences>[] {
  const phoneless = { isHiddenOnPhone: true } as const;
  return [
    {
      key: 'person',
      title: t('gate.give.person'),
      value: ({ name }) => name,
      render: (person) => (
        <>
          {person.name}
          <PhoneOnly>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
              {describeYear(person)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'missing', title: t('dashboard.differences.missing'), kind: 'money', value: ({ missing }) => missing },
    { key: 'surplus', title: t('dashboard.differences.surplus'), kind: 'money', value: ({ surplus }) => surplus },
    {
      key: 'count',
      title: t('dashboard.differences.count'),
      kind: 'number',
      value: ({ count }) => count,
      ...phoneless,
    },
    {
      key: 'year-missing',
      title: t('dashboard.differences.yearMissing'),
      kind: 'money',
      value: ({ year }) => year.missing,
      ...phoneless,
    },
    {
      key: 'year-surplus',
      title: t('dashboard.differences.yearSurplus'),
      kind: 'money',
      value: ({ year }) => year.surplus,
      ...phoneless,
    },
    { key: 'year-count', title: t('dashboard.differences.yearCount'), value: countOfYear, ...phoneless },
    {
      key: 'numbers',
      title: t('dashboard.differences.numbers'),
      kind: 'number',
      value: ({ missing_numbers }) => missing_numbers,
      ...phoneless,
    },
    {
      key: 'last',
      title: t('dashboard.differences.last'),
      kind: 'instant',
      value: ({ last_at }) => last_at,
      ...phoneless,
    },
  ];
}

function countOfYear({ year: { count, counts } }: Differences): string {
  return t('dashboard.differences.ofCounts', { count: writeNumber(count), counts: writeNumber(counts) });
}

function describeYear(person: Differences): string {
  const { year, missing_numbers } = person;
  return [
    `${t('dashboard.differences.yearMissing')}: ${writeFigure(year.missing)}`,
    `${t('dashboard.differences.yearSurplus')}: ${writeFigure(year.surplus)}`,
    `${t('dashboard.differences.yearCount')}: ${countOfYear(person)}`,
    `${t('dashboard.differences.numbers')}: ${writeNumber(missing_numbers)}`,
  ].join(' · ');
}
