import { useState } from 'react';
import { useNavigate } from 'react-router';
import { checkInput } from '#contract/messages/input-message.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import { confirmEffect, type DryRun, type EffectPreview, useEffectPreview, waiverIn } from '../../payments/effect.tsx';
import type { TenancyMoney, TenancyMoneyEffect } from '../money/describe-money.ts';
import { type EndValues, newEnd, toEndInput, validateEnd } from './describe-end.ts';

export interface EndFormState {
  form: OfficeForm<EndValues>;
  preview: EffectPreview<TenancyMoneyEffect>;
  money: TenancyMoney;
}

export function useEndForm(file: TenancyFile): EndFormState {
  const navigate = useNavigate();
  const recordOnce = useRecordOnce();
  const params = { id: String(file.tenant_id) };
  const dryRunOf =
    (values: EndValues): DryRun<TenancyMoneyEffect> =>
    async (waived) => {
      const body = { ...toEndInput(file, values), do_not_charge: [...waived] };
      const { tenancy, ...effect } = await api(tenancies.end, { params, query: { dry_run: 'true' }, body });
      return { ...effect, ...tenancy };
    };
  const form: OfficeForm<EndValues> = useOfficeForm({
    initialValues: newEnd(),
    schema: tenancies.end.body,
    toBody: (values) => toEndInput(file, values),
    check: (values) => validateEnd(file, values),
    ask: async (values) => {
      const consent = await confirmEnd(file, values, dryRunOf(values));
      return consent && waiverIn(consent);
    },
    save: ({ do_not_charge, waive_reason, ...values }) => {
      const ended = toEndInput(file, { ...values, do_not_charge });
      const body = { ...ended, do_not_charge, ...(waive_reason !== undefined && { waive_reason }) };
      return recordOnce((options) => api(tenancies.end, { params, query: {}, body }, options));
    },
    fallback: t('tenancies.end.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      void navigate(`/tenancy/${file.tenant_id}`, { replace: true });
    },
  });
  const { values } = form.inner;
  const input = toEndInput(file, values);
  const isComplete =
    Object.keys(validateEnd(file, values)).length === 0 && checkInput(tenancies.end.body, input).faults.length === 0;
  const preview = useEffectPreview({ key: isComplete ? JSON.stringify(input) : '', dryRun: dryRunOf(values) });
  return { form, preview, money: useLastMoney(file, preview.effect) };
}

function useLastMoney(file: TenancyMoney, effect: TenancyMoneyEffect | undefined): TenancyMoney {
  const [last, setLast] = useState(file);
  if (effect !== undefined && effect !== last) setLast(effect);
  return last;
}

function confirmEnd({ name, shop_id: shop }: TenancyFile, { last_day }: EndValues, dryRun: DryRun<TenancyMoneyEffect>) {
  const day = last_day === null ? '' : formatOfficeDay(last_day);
  return confirmEffect({
    title: t('tenancies.end.confirm.title', { name, shop }),
    sentence: t('tenancies.end.confirm.sentence', { name, day }),
    confirmLabel: t('tenancies.end.save'),
    isDangerous: true,
    dryRun,
  });
}
