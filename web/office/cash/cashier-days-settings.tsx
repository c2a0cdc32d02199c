import { Switch } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

type Stored = Answer<typeof cash.getCashierDays>;

/** Sets for which days cashiers may record payments. */
export function CashierDaysPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('days of cashiers', (signal) => api(cash.getCashierDays, {}, { signal }));
  return (
    <SettingPanel
      id="cashier-days"
      title={t('cash.cashierDays.title')}
      about={t('cash.cashierDays.about')}
      load={load}
      failure={t('cash.settings.loadFailed')}
      mayChange={mayWrite}
      form={(stored) => <CashierDaysForm stored={stored} />}
      sentences={({ yesterday }) => [t(yesterday ? 'cash.cashierDays.isYesterday' : 'cash.cashierDays.isToday')]}
    />
  );
}

function CashierDaysForm({ stored }: { stored: Stored }) {
  const form: OfficeForm<Stored> = useOfficeForm({
    initialValues: stored,
    schema: cash.setCashierDays.body,
    save: (body, seen) => api(cash.setCashierDays, { body }, seen),
    stored: { call: cash.setCashierDays, object: stored, valuesOf: (one) => one, objectOf: ({ settings }) => settings },
    fallback: t('cash.settings.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  const { value, ...field } = form.inner.getInputProps('yesterday', { type: 'checkbox' });
  return (
    <Form form={form} saveLabel={t('cash.settings.save')} withoutHint>
      <Switch label={t('cash.cashierDays.yesterday')} {...field} />
    </Form>
  );
}
