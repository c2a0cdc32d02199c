import { Anchor, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { dayNumber } from '#billing/calendar.ts';
import type { UnconfirmedMoney } from '#contract/electronic.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';

type Person = UnconfirmedMoney['people'][number];

/** Shows the electronic payments that nobody has confirmed, by the person who recorded them and by age. */
export function ToConfirmPanel({ people }: { people: readonly Person[] }) {
  const columns = useMemo(columnsOfPeople, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.toConfirm.title')}
      </Title>
      <DataTable<Person>
        label={t('dashboard.toConfirm.title')}
        columns={columns}
        load={loaded(people)}
        failure={t('dashboard.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="to-confirm-"
        pageSize={5}
        empty={{ text: t('cash.electronic.empty') }}
      />
    </Stack>
  );
}

function columnsOfPeople(): readonly Column<Person>[] {
  return [
    {
      key: 'person',
      title: t('cash.column.person'),
      value: ({ name }) => name,
      render: ({ email, name }) => (
        <Anchor component={Link} to={placeOf('/electronic-payments', { by: email })} size="sm">
          {name}
        </Anchor>
      ),
    },
    { key: 'count', title: t('dashboard.toConfirm.count'), kind: 'number', value: ({ count }) => count },
    {
      key: 'oldest',
      title: t('dashboard.toConfirm.oldest'),
      kind: 'number',
      value: ({ oldest }) => dayNumber(browserToday()) - dayNumber(oldest),
    },
    { key: 'amount', title: t('cash.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}
