import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { UncountedCash } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';

/** Shows by person the cash that was taken while nobody counted a drawer. */
export function UncountedCashPanel({ people }: { people: readonly UncountedCash[] }) {
  const columns = useMemo(columnsOfPeople, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.uncounted.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.uncounted.about')}
      </Text>
      <DataTable<UncountedCash>
        label={t('dashboard.uncounted.title')}
        columns={columns}
        load={loaded(people)}
        failure={t('dashboard.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="uncounted-"
        pageSize={5}
        empty={{ text: t('dashboard.differences.empty') }}
      />
    </Stack>
  );
}

function columnsOfPeople(): readonly Column<UncountedCash>[] {
  return [
    {
      key: 'person',
      title: t('cash.column.person'),
      value: ({ name }) => name,
      render: ({ email, name }) => (
        <Anchor component={Link} to={placeOf('/my-day', { by: email })} size="sm">
          {name}
        </Anchor>
      ),
    },
    { key: 'amount', title: t('cash.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
    {
      key: 'since',
      title: t('dashboard.uncounted.since'),
      kind: 'instant',
      value: ({ since }) => since,
      isHiddenOnPhone: true,
    },
    {
      key: 'last-banked',
      title: t('dashboard.uncounted.lastBanked'),
      value: ({ last_banked }) =>
        last_banked === null ? t('dashboard.uncounted.never') : formatOfficeDay(last_banked),
    },
  ];
}
