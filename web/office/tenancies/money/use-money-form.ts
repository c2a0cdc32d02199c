import { useState } from 'react';
import { amountOf } from '#contract/amount-text.ts';
import type { Answer } from '#contract/call.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import type { TenancyAction } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect, type DryRun, type WaiverInput, waiverIn } from '../../payments/effect.tsx';
import { type MoneyValues, newMoney, type TenancyMoneyEffect, toMoneyInput, validateMoney } from './describe-money.ts';

type MoneyFormValues = MoneyValues & WaiverInput;

type MoneyAnswer = Answer<typeof tenancies.money>;

interface MoneyFormOptions {
  file: TenancyFile;
  action: TenancyAction;
  onDone: () => void;
}

interface MoneyFormState {
  form: OfficeForm<MoneyFormValues>;
  dryRun: DryRun<TenancyMoneyEffect>;
  isConfirming: boolean;
}

export function useMoneyForm({ file, action, onDone }: MoneyFormOptions): MoneyFormState {
  const recordOnce = useRecordOnce();
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: String(file.tenant_id) };
  const dryRunOf =
    (values: MoneyFormValues): DryRun<TenancyMoneyEffect> =>
    async (waived) => {
      const body = { ...toMoneyInput(values), do_not_charge: [...waived] };
      return toTenancyMoneyEffect(await api(tenancies.money, { params, query: { dry_run: 'true' }, body }));
    };
  const confirmAll = async (values: MoneyFormValues) => {
    const consent = await confirmEffect({
      title: t(`tenancies.money.confirm.${action}`, { amount: formatMoney(amountOf(values.amount)) }),
      sentence: aboutMoney(file, action),
      confirmLabel: t(`tenancies.money.action.${action}`),
      dryRun: dryRunOf(values),
    });
    return consent && waiverIn(consent);
  };
  const form: OfficeForm<MoneyFormValues> = useOfficeForm({
    initialValues: newValues(file, action),
    schema: tenancies.money.body,
    toBody: toMoneyInput,
    check: validateMoney,
    ask: (values) => {
      setIsConfirming(true);
      return confirmAll(values).finally(() => setIsConfirming(false));
    },
    save: ({ do_not_charge, waive_reason, ...values }) => {
      const body = { ...toMoneyInput(values), do_not_charge, ...(waive_reason !== undefined && { waive_reason }) };
      return recordOnce((options) => api(tenancies.money, { params, query: {}, body }, options));
    },
    fallback: t('tenancies.money.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
  return { form, dryRun: dryRunOf(form.inner.values), isConfirming };
}

function newValues(file: TenancyFile, action: TenancyAction): MoneyFormValues {
  return { ...newMoney(action, file), do_not_charge: [] };
}

export function aboutMoney({ name, shop_id: shop }: TenancyFile, action: TenancyAction): string {
  return t(`tenancies.money.about.${action}`, { name, shop });
}

function toTenancyMoneyEffect({ tenancy, ...effect }: MoneyAnswer): TenancyMoneyEffect {
  return { ...effect, ...tenancy };
}
