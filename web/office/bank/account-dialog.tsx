import { Text, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { type BankAccount, bank } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';

interface AccountDialogProps {
  /** The account that gets another name; undefined for a new one. */
  account?: BankAccount | undefined;
  onClose: () => void;
  onSaved: () => void;
}

export function AccountDialog(props: AccountDialogProps) {
  return props.account ? <RenameDialog {...props} account={props.account} /> : <AddDialog {...props} />;
}

function AddDialog({ onClose, onSaved }: AccountDialogProps) {
  const navigate = useNavigate();
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    initialValues: { name: '', starts_on: `${browserToday().slice(0, 7)}-01` },
    schema: bank.addAccount.body,
    toBody: (values) => values,
    save: (values) => recordOnce((options) => api(bank.addAccount, { body: values }, options)),
    fallback: t('bank.accounts.addFailed'),
    onSaved: ({ message, account, earlier }) => {
      toastDone(message);
      onClose();
      onSaved();
      if (earlier > 0) void navigate(placeOf('/bank-accounts/:id/earlier', { id: account.account_id }));
    },
  });
  return (
    <FormDialog form={form} title={t('bank.accounts.add')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('bank.accounts.add')} onCancel={close}>
          <TextInput label={t('bank.accounts.name')} required autoComplete="off" {...form.field('name')} />
          <DayField
            label={t('bank.accounts.startsOn')}
            required
            value={form.inner.values.starts_on}
            {...form.field('starts_on')}
          />
          <Text size="sm">{t('bank.accounts.startsOnAbout')}</Text>
        </Form>
      )}
    </FormDialog>
  );
}

function RenameDialog({ account, onClose, onSaved }: AccountDialogProps & { account: BankAccount }) {
  const recordOnce = useRecordOnce();
  const params = { id: String(account.account_id) };
  const form = useOfficeForm({
    initialValues: { name: account.name },
    schema: bank.renameAccount.body,
    toBody: (values) => values,
    save: (values) => recordOnce((options) => api(bank.renameAccount, { params, body: values }, options)),
    fallback: t('bank.accounts.renameFailed'),
    onSaved: ({ message }) => {
      toastDone(message);
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog form={form} title={t('bank.accounts.rename')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('bank.accounts.rename')} onCancel={close}>
          <TextInput label={t('bank.accounts.name')} required autoComplete="off" {...form.field('name')} />
        </Form>
      )}
    </FormDialog>
  );
}
