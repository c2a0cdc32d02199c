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

type Stored = Answer<typeof cash.getSettings>;

/** Turns cash sessions on and off. */
export function CashSettingsPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('cash settings', (signal) => api(cash.getSettings, {}, { signal }));
  return (
    <SettingPanel
      id="cash-sessions"
      title={t('cash.settings.title')}
      about={t('cash.settings.about')}
      load={load}
      failure={t('cash.settings.loadFailed')}
      mayChange={mayWrite}
      form={(stored) => <SettingsForm stored={stored} />}
      sentences={({ sessions }) => [sessions ? t('cash.settings.isOn') : t('cash.settings.isOff')]}
    />
  );
}

function SettingsForm({ stored }: { stored: Stored }) {
  const form: OfficeForm<Stored> = useOfficeForm({
    initialValues: stored,
    schema: cash.setSettings.body,
    save: (body, seen) => api(cash.setSettings, { body }, seen),
    stored: { call: cash.setSettings, object: stored, valuesOf: (one) => one, objectOf: ({ settings }) => settings },
    fallback: t('cash.settings.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  const { value, ...field } = form.inner.getInputProps('sessions', { type: 'checkbox' });
  return (
    <Form form={form} saveLabel={t('cash.settings.save')} withoutHint>
      <Switch label={t('cash.settings.on')} {...field} />
    </Form>
  );
}
