import { amountOf } from '#contract/amount-text.ts';
import type { Payment } from '#contract/payments.ts';
import { payments } from '#contract/payments.ts';
import { lineText } from '#contract/scalars.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { WHOLE_FORM } from '#web/ui/form/use-plain-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect, type WaiverInput, waiverIn } from '../effect.tsx';
import type { FoundPayments } from './use-found-payments.ts';

export type CorrectionValues = WaiverInput & {
  payment_id: number | null;
  /** The recorded amount in rupees, including all earlier corrections. */
  admin_put_amount: number | string;
  actual_amount: number | string;
  edit_reason: string;
  invoice_id: string;
};

const EMPTY: CorrectionValues = {
  payment_id: null,
  admin_put_amount: '',
  actual_amount: '',
  edit_reason: '',
  invoice_id: '',
  do_not_charge: [],
};

/** Returns the form of a correction. It is emptied before `onCorrected` is called. */
export function useCorrection(found: FoundPayments | undefined, onCorrected: () => void) {
  const recordOnce = useRecordOnce();
  const bodyOf = (values: CorrectionValues) => ({
    ...values,
    shop_id: found?.shopId ?? '',
    payment_date: found?.date ?? '',
  });
  const form: OfficeForm<CorrectionValues> = useOfficeForm({
    initialValues: EMPTY,
    schema: payments.correct.body.extend({ edit_reason: lineText(200) }),
    toBody: bodyOf,
    check: (values) => validateCorrection(values, found),
    ask: (values) => confirmCorrection(bodyOf(values)),
    save: (values) => recordOnce((options) => correct(bodyOf(values), options)),
    fallback: t('payments.correct.unexpected'),
    failureSeconds: 5,
    onSaved: () => {
      toastDone(t('payments.correct.applied'), 5);
      form.clear();
      onCorrected();
    },
  });
  const choose = ({ payment_id, corrected_amount, invoice_id }: Payment) => {
    const filled = { payment_id, admin_put_amount: corrected_amount, invoice_id: invoice_id ?? '' };
    // Only typed values count as unsaved input.
    form.inner.resetDirty({ ...EMPTY, ...filled });
    form.inner.setValues(filled);
    form.inner.clearErrors();
  };
  return { form, choose };
}

type CorrectionBody = CorrectionValues & { shop_id: string; payment_date: string };

async function confirmCorrection(body: CorrectionBody): Promise<Partial<CorrectionValues> | undefined> {
  const { payment_id, shop_id, admin_put_amount, actual_amount } = body;
  const consent = await confirmEffect({
    title: t('payments.correct.confirm.title'),
    sentence: t('payments.correct.confirm.sentence', {
      id: String(payment_id),
      shop: shop_id,
      recorded: formatMoney(amountOf(admin_put_amount)),
      actual: formatMoney(amountOf(actual_amount)),
    }),
    confirmLabel: t('payments.correct.submit'),
    hasReason: true,
    dryRun: (waived) =>
      api(payments.correct, { query: { dry_run: 'true' }, body: { ...body, do_not_charge: [...waived] } }),
  });
  return consent && waiverIn(consent);
}

/**
 * Sends a correction. If the server refuses it without a message, the error gets a message that says that the
 * correction failed. Other errors, such as a lost connection, are passed on unchanged.
 */
async function correct(body: CorrectionBody, options: { idempotencyKey: string }) {
  try {
    return await api(payments.correct, { query: {}, body }, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.message !== '') throw error;
    throw new CallError(error.status, {
      code: error.code,
      message: t('payments.correct.failed'),
      details: error.details,
    });
  }
}

function validateCorrection(values: CorrectionValues, found: FoundPayments | undefined): Record<string, string> {
  const { actual_amount, admin_put_amount } = values;
  const missing = {
    ...(actual_amount === '' && { actual_amount: t('payments.form.missing') }),
    ...(admin_put_amount === '' && { admin_put_amount: t('payments.correct.choose.missing') }),
  };
  if (found && Object.keys(missing).length === 0) return {};
  return { [WHOLE_FORM]: t('payments.correct.missing'), ...missing };
}
