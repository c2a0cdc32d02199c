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

type Stored = Answer<typeof cash.getCashierDays>;

/** Sets for which days cashiers may record payments. */
export function CashierDaysPanel() {
  const mayWrite = useMay('books.write');
  const load = useLoad('days of cashiers', (signal) => api(cash.getCashierDays, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="cashier-days" withBorder padding="md">
      <Title order={2} size="h4" id="cashier-days" mb="sm">
        {t('cash.cashierDays.title')}
      </Title>
      <AsyncState load={load} failure={t('cash.settings.loadFailed')} skeleton={<Skeleton height={76} />}>
        {(stored) => (
          <Stack gap="sm">
            <Text size="sm">{t('cash.cashierDays.about')}</Text>
            {mayWrite ? (
              <CashierDaysForm stored={stored} />
            ) : (
              <Text size="sm">{t(stored.yesterday ? 'cash.cashierDays.isYesterday' : 'cash.cashierDays.isToday')}</Text>
            )}
          </Stack>
        )}
      </AsyncState>
    </Card>
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
