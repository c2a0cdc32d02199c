import { Card, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type Stored = Answer<typeof cash.getSettings>;

/** Turns cash sessions on and off. */
export function CashSettingsPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('cash settings', (signal) => api(cash.getSettings, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="cash-sessions" withBorder padding="md">
      <Title order={2} size="h4" id="cash-sessions" mb="sm">
        {t('cash.settings.title')}
      </Title>
      <AsyncState load={load} failure={t('cash.settings.loadFailed')} skeleton={<Skeleton height={76} />}>
        {(stored) => (
          <Stack gap="sm">
            <Text size="sm">{t('cash.settings.about')}</Text>
            {mayWrite ? (
              <SettingsForm stored={stored} />
            ) : (
              <Text size="sm">{stored.sessions ? t('cash.settings.isOn') : t('cash.settings.isOff')}</Text>
            )}
          </Stack>
        )}
      </AsyncState>
    </Card>
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
