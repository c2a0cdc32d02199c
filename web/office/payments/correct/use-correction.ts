import type { Payment } from '#contract/payments.ts';
import { payments } from '#contract/payments.ts';
import { CallError } from '#web/client.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm, WHOLE_FORM } from '#web/ui/form/use-office-form.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import { confirmEffect } from '../confirm-effect.tsx';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import type { FoundPayments } from './use-found-payments.ts';

export type CorrectionValues = {
  payment_id: number | null;
  /** What is recorded, as corrected so far: filled from the chosen payment. */
  admin_put_amount: number | string;
  actual_amount: number | string;
  edit_reason: string;
  invoice_id: string;
  do_not_charge: string[];
};

const NOTHING: CorrectionValues = {
  payment_id: null,
  admin_put_amount: '',
  actual_amount: '',
  edit_reason: '',
  invoice_id: '',
  do_not_charge: [],
};

/** The correction form: `choose` fills it from a payment; after a success it is empty and `onCorrected` is told. */
export function useCorrection(found: FoundPayments | undefined, onCorrected: () => void) {
  const recordOnce = useRecordOnce();
  const bodyOf = (values: CorrectionValues) => ({
    ...values,
    shop_id: found?.shopId ?? '',
    payment_date: found?.date ?? '',
  });
  const form: OfficeForm<CorrectionValues> = useOfficeForm({
    initialValues: NOTHING,
    schema: payments.correct.body,
    toBody: bodyOf,
    check: (values) => findMissing(values, found),
    ask: (values) => askAbout(bodyOf(values)),
    save: (values) => recordOnce((options) => correct(bodyOf(values), options)),
    fallback: 'An unexpected error occurred.',
    failureSeconds: 5,
    onSaved: () => {
      toastDone('✅ Payment correction applied successfully!', 5);
      form.clear();
      onCorrected();
    },
  });
  const choose = ({ payment_id, corrected_amount, invoice_id }: Payment) => {
    const filled = { payment_id, admin_put_amount: corrected_amount, invoice_id: invoice_id ?? '' };
    // Only what a person typed counts as unsaved.
    form.inner.resetDirty({ ...NOTHING, ...filled });
    form.inner.setValues(filled);
    form.inner.clearErrors();
  };
  return { form, choose };
}

type CorrectionBody = CorrectionValues & { shop_id: string; payment_date: string };

async function askAbout(body: CorrectionBody): Promise<Partial<CorrectionValues> | undefined> {
  const { payment_id, shop_id, admin_put_amount, actual_amount } = body;
  const consent = await confirmEffect({
    title: 'Are you sure you want to submit this correction?',
    sentence:
      `Payment ${payment_id} of shop ${shop_id} is recorded as ${formatMoney(Number(admin_put_amount))} ` +
      `and was really ${formatMoney(Number(actual_amount))}.`,
    confirmLabel: 'Submit correction',
    rehearse: (spared) =>
      api(payments.correct, { query: { dry_run: 'true' }, body: { ...body, do_not_charge: [...spared] } }),
  });
  return consent && { do_not_charge: consent.spared };
}

/** A refusal without a sentence is named apart from what nobody expected, such as a lost connection. */
async function correct(body: CorrectionBody, options: { idempotencyKey: string }) {
  try {
    return await api(payments.correct, { query: {}, body }, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.message !== '') throw error;
    throw new CallError(error.status, error.code, 'Payment correction failed.', error.details);
  }
}

function findMissing(values: CorrectionValues, found: FoundPayments | undefined): Record<string, string> {
  const { actual_amount, admin_put_amount } = values;
  const missing = {
    ...(actual_amount === '' && { actual_amount: 'Please fill this in.' }),
    ...(admin_put_amount === '' && { admin_put_amount: 'Choose a payment above.' }),
  };
  if (found && Object.keys(missing).length === 0) return {};
  return { [WHOLE_FORM]: 'All required fields must be filled.', ...missing };
}
