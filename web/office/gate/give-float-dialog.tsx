import { Text } from '@mantine/core';
import { accounts } from '#contract/accounts.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

interface FloatValues {
  account_id: string;
  given_cash: TypedAmount;
  [further: string]: unknown;
}

interface GiveFloatDialogProps {
  onClose: () => void;
  onGiven: () => void;
}

/** Records that the user handed out a float of the office to another person. */
export function GiveFloatDialog({ onClose, onGiven }: GiveFloatDialogProps) {
  const own = useSession()?.email;
  const recordOnce = useRecordOnce();
  const people = useLoad('float people', async (signal) =>
    (await api(accounts.list, {}, { signal })).admins.filter(({ email, is_disabled }) => email !== own && !is_disabled),
  );
  const toBody = ({ account_id, given_cash }: FloatValues) => ({ account_id: Number(account_id), given_cash });
  const form: OfficeForm<FloatValues> = useOfficeForm({
    initialValues: { account_id: '', given_cash: '' as TypedAmount } as FloatValues,
    schema: gateCash.give.body,
    toBody,
    check: ({ account_id }): Record<string, string> => (account_id === '' ? { account_id: t('gate.give.choose') } : {}),
    save: (values) => recordOnce((options) => api(gateCash.give, { body: toBody(values) }, options)),
    fallback: t('gate.give.failed'),
    lost: t('gate.receive.lost'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onClose();
      onGiven();
    },
  });
  return (
    <FormDialog form={form} title={t('gate.give.open')} onClose={onClose}>
      {(close) => (
        <AsyncState load={people} failure={t('gate.give.noPeople')}>
          {(admins) => (
            <Form form={form} saveLabel={t('gate.give.open')} onCancel={close}>
              <Text size="sm">{t('gate.give.about')}</Text>
              <ChoiceField
                label={t('gate.give.person')}
                placeholder={t('gate.give.choose')}
                required
                data={admins.map(({ admin_id, username }) => ({ value: String(admin_id), label: username }))}
                {...form.field('account_id')}
              />
              <AmountField label={t('gate.give.amount')} required maw={240} {...form.field('given_cash')} />
            </Form>
          )}
        </AsyncState>
      )}
    </FormDialog>
  );
}
