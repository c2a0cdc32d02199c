import { approvals } from '#contract/approvals.ts';
import type { Answer } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { SettingPanel } from '../setting-panel.tsx';

type Limit = Answer<typeof approvals.getLimit>;
type LimitValues = { amount: number | string };

export function LimitPanel() {
  const mayChange = useMay('approvals.limit');
  const load = useLoad('approval limit', (signal) => api(approvals.getLimit, {}, { signal }));
  return (
    <SettingPanel
      id="approval-limit"
      title={t('approvals.limit.title')}
      about={t('approvals.limit.about')}
      load={load}
      failure={t('approvals.limit.loadFailed')}
      mayChange={mayChange}
      form={(stored) => <LimitForm stored={stored} />}
      sentences={(stored) => [describeLimit(stored)]}
    />
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
