import IconPencil from 'virtual:icons/pencil';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { journal, type NamedAccount } from '#contract/journal.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

/** The accounts of the journal with the names that an accounting program knows. */
export function JournalAccountsPage() {
  const load = useLoad('journal accounts', (signal) => api(journal.accounts, {}, { signal }));
  const mayChange = useMay('books.write');
  const [changed, setChanged] = useState<NamedAccount>();
  return (
    <Screen path="/journal-accounts" subtitle={t('reports.accounts.about')}>
      <DataTable<NamedAccount>
        label={t('shell.page.journal-accounts')}
        columns={columns()}
        load={load}
        failure={t('reports.accounts.failed')}
        rowId={({ account }) => account}
        rowName={({ name }) => name}
        rowActions={(account) =>
          mayChange && !account.is_closed
            ? [{ label: t('reports.accounts.change'), icon: IconPencil, onClick: () => setChanged(account) }]
            : []
        }
        pageSize={50}
        empty={{ text: t('reports.accounts.none') }}
      />
      {changed && <NameDialog account={changed} onClose={() => setChanged(undefined)} onSaved={load.reload} />}
    </Screen>
  );
}

interface NameDialogProps {
  account: NamedAccount;
  onClose: () => void;
  onSaved: () => void;
}

function NameDialog({ account: { account, name, default_name }, onClose, onSaved }: NameDialogProps) {
  const form = useOfficeForm({
    initialValues: { account_name: name },
    schema: journal.setAccount.body,
    save: (body) => api(journal.setAccount, { params: { account }, body }),
    fallback: t('reports.accounts.changeFailed'),
    onSaved: ({ message }) => {
      onClose();
      onSaved();
      toastDone(message, 3);
    },
  });
  return (
    <FormDialog form={form} title={t('reports.accounts.change')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('reports.accounts.change')} onCancel={close}>
          <TextInput
            label={t('reports.accounts.name')}
            description={t('reports.accounts.hint', { name: default_name })}
            autoComplete="off"
            {...form.field('account_name')}
          />
        </Form>
      )}
    </FormDialog>
  );
}

function columns(): readonly Column<NamedAccount>[] {
  return [
    { key: 'name', title: t('reports.accounts.name'), value: ({ name }) => name },
    {
      key: 'default',
      title: t('reports.accounts.default'),
      value: ({ default_name }) => default_name,
      isHiddenOnPhone: true,
    },
    { key: 'bank', title: t('reports.accounts.bank'), value: ({ bank }) => bank },
    {
      key: 'closed',
      title: t('reports.accounts.closed'),
      value: ({ is_closed }) => (is_closed ? t('reports.accounts.isClosed') : null),
      isHiddenOnPhone: true,
    },
  ];
}
