import { Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { approvals } from '#contract/approvals.ts';
import type { Answer } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type Limit = Answer<typeof approvals.getLimit>;
type LimitValues = { amount: number | string };

export function LimitPanel() {
  const mayChange = useMay('approvals.limit');
  const load = useLoad('approval limit', (signal) => api(approvals.getLimit, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="approval-limit" withBorder padding="md">
      <Title order={2} size="h4" id="approval-limit" mb="sm">
        {t('approvals.limit.title')}
      </Title>
      <AsyncState load={load} failure={t('approvals.limit.loadFailed')} skeleton={<Skeleton height={76} />}>
        {(stored) => (
          <Stack gap="sm">
            <Text size="sm">{t('approvals.limit.about')}</Text>
            {mayChange ? <LimitForm stored={stored} /> : <Text size="sm">{describeLimit(stored)}</Text>}
          </Stack>
        )}
      </AsyncState>
    </Card>
  );
}

function describeLimit({ amount }: Limit): string {
  return amount === null ? t('approvals.limit.none') : t('approvals.limit.is', { amount: formatMoney(amount) });
}

function LimitForm({ stored }: { stored: Limit }) {
  const form: OfficeForm<LimitValues> = useOfficeForm({
    initialValues: valuesOf(stored),
    schema: approvals.setLimit.body,
    toBody,
    save: (values, seen) => api(approvals.setLimit, { body: toBody(values) }, seen),
    stored: { call: approvals.setLimit, object: stored, valuesOf, objectOf: ({ settings }) => settings },
    fallback: t('approvals.limit.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('approvals.limit.save')} withoutHint>
      <AmountField
        label={t('approvals.limit.label')}
        description={t('approvals.limit.hint')}
        maw={320}
        {...form.field('amount')}
      />
    </Form>
  );
}

function valuesOf({ amount }: Limit): LimitValues {
  return { amount: amount ?? '' };
}

function toBody({ amount }: LimitValues): { amount: number | string | null } {
  return { amount: amount === '' ? null : amount };
}
