import { Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { electronic } from '#contract/electronic.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type Stored = Answer<typeof electronic.getSettings>;

/** Sets the day from which electronic payments are to be confirmed. */
export function ConfirmationPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('confirmation settings', (signal) => api(electronic.getSettings, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="confirmation" withBorder padding="md">
      <Title order={2} size="h4" id="confirmation" mb="sm">
        {t('cash.confirmation.title')}
      </Title>
      <AsyncState load={load} failure={t('cash.settings.loadFailed')} skeleton={<Skeleton height={76} />}>
        {(stored) => (
          <Stack gap="sm">
            <Text size="sm">{t('cash.confirmation.about')}</Text>
            {mayWrite ? <ConfirmationForm stored={stored} /> : <Text size="sm">{describeStart(stored)}</Text>}
          </Stack>
        )}
      </AsyncState>
    </Card>
  );
}

function describeStart({ from }: Stored): string {
  return from === null ? t('cash.confirmation.isAll') : t('cash.confirmation.isFrom', { day: formatOfficeDay(from) });
}

function ConfirmationForm({ stored }: { stored: Stored }) {
  const form: OfficeForm<Stored> = useOfficeForm({
    initialValues: stored,
    schema: electronic.setSettings.body,
    save: (body, seen) => api(electronic.setSettings, { body }, seen),
    stored: {
      call: electronic.setSettings,
      object: stored,
      valuesOf: (one) => one,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('cash.settings.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('cash.settings.save')} withoutHint>
      <DayField
        label={t('cash.confirmation.from')}
        latest={browserToday()}
        clearable
        {...form.field('from')}
        value={form.inner.values.from}
      />
    </Form>
  );
}
