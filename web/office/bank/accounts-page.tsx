import IconEdit from 'virtual:icons/edit';
import IconHistory from 'virtual:icons/history';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type BankAccount, bank } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { AccountDialog } from './account-dialog.tsx';

type Editing = { account?: BankAccount } | undefined;

/** Lists the bank accounts with what is to be matched. */
export function BankAccountsPage() {
  const load = useLoad('bank accounts', (signal) => api(bank.accounts, {}, { signal }));
  const mayWrite = useMay('books.write');
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Editing>();
  return (
    <Screen
      path="/bank-accounts"
      subtitle={t('bank.accounts.about')}
      actions={mayWrite && <Button onClick={() => setEditing({})}>{t('bank.accounts.add')}</Button>}
    >
      <Stack gap="md">
        <DataTable<BankAccount>
          label={t('shell.page.bank-accounts')}
          columns={columns()}
          load={load}
          failure={t('bank.accounts.failed')}
          rowId={({ account_id }) => account_id}
          rowName={({ name }) => name}
          rowActions={(account) =>
            mayWrite
              ? [
                  {
                    label: t('bank.earlier.link', { day: formatOfficeDay(account.starts_on) }),
                    icon: IconHistory,
                    onClick: () => void navigate(placeOf('/bank-accounts/:id/earlier', { id: account.account_id })),
                  },
                  { label: t('bank.accounts.rename'), icon: IconEdit, onClick: () => setEditing({ account }) },
                ]
              : []
          }
          empty={{ text: t('bank.accounts.empty'), next: t('bank.accounts.emptyNext') }}
        />
      </Stack>
      {editing && (
        <AccountDialog account={editing.account} onClose={() => setEditing(undefined)} onSaved={load.reload} />
      )}
    </Screen>
  );
}

function columns(): readonly Column<BankAccount>[] {
  return [
    {
      key: 'name',
      title: t('bank.accounts.name'),
      value: ({ name }) => name,
      render: ({ account_id, name }) => (
        <Anchor component={Link} to={placeOf('/bank-accounts/:id', { id: account_id })} fw={700}>
          {name}
        </Anchor>
      ),
    },
    { key: 'open', title: t('bank.accounts.open'), kind: 'number', value: ({ open }) => open.count },
    { key: 'amount', title: t('bank.accounts.openAmount'), kind: 'money', value: ({ open }) => open.amount },
    {
      key: 'last',
      title: t('bank.accounts.lastDay'),
      kind: 'day',
      value: ({ last_day }) => last_day,
      isHiddenOnPhone: true,
    },
    {
      key: 'month',
      title: t('bank.accounts.month'),
      value: () => t('bank.month.open'),
      render: ({ account_id }) => (
        <Anchor component={Link} to={placeOf('/bank-accounts/:id/month', { id: account_id })}>
          <Text span size="sm">
            {t('bank.month.open')}
          </Text>
        </Anchor>
      ),
      isHiddenOnPhone: true,
    },
  ];
}
