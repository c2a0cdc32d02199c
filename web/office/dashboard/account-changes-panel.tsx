import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';

type AccountChange = Answer<typeof dashboard.morning>['account_changes'][number];

/** Shows the accounts that others made, changed or reset, and whether their owners have chosen a password since. */
export function AccountChangesPanel({ changes }: { changes: readonly AccountChange[] }) {
  const columns = useMemo(columnsOfChanges, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.accounts.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.accounts.about')}
      </Text>
      <DataTable<AccountChange>
        label={t('dashboard.accounts.title')}
        columns={columns}
        load={loaded(changes)}
        failure={t('dashboard.failed')}
        rowId={({ account, changed_by }) => `${account} ${changed_by}`}
        rowName={({ account }) => personName(account)}
        prefix="accounts-"
        pageSize={5}
        empty={{ text: t('dashboard.accounts.empty') }}
      />
    </Stack>
  );
}

function columnsOfChanges(): readonly Column<AccountChange>[] {
  return [
    { key: 'account', title: t('dashboard.accounts.account'), kind: 'person', value: ({ account }) => account },
    { key: 'by', title: t('dashboard.accounts.by'), kind: 'person', value: ({ changed_by }) => changed_by },
    { key: 'at', title: t('dashboard.accounts.at'), kind: 'instant', value: ({ changed_at }) => changed_at },
    {
      key: 'password',
      title: t('dashboard.accounts.password'),
      value: ({ is_open }) => t(is_open ? 'dashboard.accounts.open' : 'dashboard.accounts.chosen'),
    },
  ];
}
