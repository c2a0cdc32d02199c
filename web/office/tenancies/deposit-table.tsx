import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';

type DepositRow = TenancyFile['Deposits'][number];

const PAGE_SIZE = 10;

export function DepositTable({ file }: { file: TenancyFile }) {
  const columns = useMemo(depositColumns, []);
  const title = t('tenancies.deposits.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<DepositRow>
        label={title}
        columns={columns}
        load={loaded(file.Deposits)}
        failure={t('tenancies.page.failed')}
        rowId={({ entry_id }) => entry_id}
        rowName={({ entry_id }) => String(entry_id)}
        pageSize={PAGE_SIZE}
        prefix="deposits-"
        empty={{ text: t('tenancies.deposits.empty'), next: t('tenancies.deposits.emptyNext') }}
      />
    </Stack>
  );
}

function depositColumns(): readonly Column<DepositRow>[] {
  const [method, note] = [t('tenancies.deposits.method'), t('tenancies.deposits.note')];
  return [
    { key: 'date', title: t('tenancies.deposits.date'), kind: 'instant', value: ({ date }) => date },
    {
      key: 'action',
      title: t('tenancies.deposits.action'),
      value: eventOf,
      render: (row) => (
        <>
          {eventOf(row)}
          <PhoneOnly>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[row.method, row.note].filter(Boolean).join(' · ')}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'amount', title: t('tenancies.deposits.amount'), kind: 'money', value: (row) => row.amount },
    { key: 'method', title: method, value: (row) => row.method, isHiddenOnPhone: true },
    { key: 'note', title: note, value: (row) => row.note, isHiddenOnPhone: true },
    {
      key: 'by',
      title: t('tenancies.deposits.by'),
      value: ({ recorded_by }) => recorded_by,
      isHiddenOnPhone: true,
    },
  ];
}

function eventOf({ action }: DepositRow): string {
  return t('tenancies.deposits.event', { action });
}
