import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { GateIncome } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { numberSpan } from './ticket-numbers.ts';

type EarlierPrices = GateIncome['earlier_prices'][number];

/** Shows the tickets at a lower price than the one at their arrival, because they name an earlier time. */
export function EarlierPricesTable({ tickets }: { tickets: readonly EarlierPrices[] }) {
  const columns = useMemo(columnsOfTickets, []);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.gate.earlier')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.gate.earlierAbout')}
      </Text>
      <DataTable<EarlierPrices>
        label={t('dashboard.gate.earlier')}
        columns={columns}
        load={loaded(tickets)}
        failure={t('dashboard.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="earlier-prices-"
        pageSize={5}
        empty={{ text: t('dashboard.gate.lateEmpty') }}
      />
    </Stack>
  );
}

function columnsOfTickets(): readonly Column<EarlierPrices>[] {
  return [
    {
      key: 'person',
      title: t('gate.column.by'),
      value: ({ name }) => name,
      render: (earlier) => (
        <>
          {earlier.name}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {numberSpan(earlier)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'numbers', title: t('dashboard.gate.numbers'), value: numberSpan, isHiddenOnPhone: true },
    {
      key: 'count',
      title: t('gate.column.tickets'),
      kind: 'number',
      value: ({ numbers }) => numbers.length,
      isSummed: true,
    },
    { key: 'hours', title: t('dashboard.gate.hoursLate'), kind: 'number', value: ({ hours }) => hours },
    {
      key: 'amount',
      title: t('dashboard.gate.lessThanNow'),
      kind: 'money',
      value: ({ amount }) => amount,
      isSummed: true,
    },
  ];
}
