import { fineOn } from '#billing/fine.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { centsOf } from '#contract/figures.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastWhile } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { confirmEffect, type Effect, type EffectQuestion } from '../payments/effect.tsx';
import type { SummaryInvoice } from './sum-charges.ts';

export interface LedgerChoices {
  reason?: string | undefined;
  do_not_charge: string[];
}

interface LedgerChange<Answer extends Effect> {
  question: Omit<EffectQuestion, 'dryRun'>;
  /** Makes the call. It is called with `dry_run` for the preview, and without it after the user has confirmed. */
  send: (query: { dry_run?: 'true' }, choices: LedgerChoices) => Promise<Answer>;
  failed: string;
}

/**
 * Previews a change and makes it. Returns undefined if the user cancelled or the change failed; a toast reports the
 * failure.
 */
export async function changeLedger<Answer extends Effect>(change: LedgerChange<Answer>): Promise<Answer | undefined> {
  const { question, send, failed } = change;
  let done: Answer | undefined;
  const dryRun = (waived: readonly string[]) => send({ dry_run: 'true' }, { do_not_charge: [...waived] });
  await confirmEffect({ ...question, dryRun }, ({ reason, waived }) =>
    callAndTell({
      call: () => toastWhile(t('payments.effect.saving'), send({}, { reason, do_not_charge: waived })),
      done: (answer) => {
        done = answer;
      },
      failed,
    }),
  );
  return done;
}

export async function fineInvoice(invoice: SummaryInvoice): Promise<boolean> {
  const { invoice_id: id, month_year, fine_rate: rate } = invoice;
  const idempotencyKey = newKey();
  const amount = formatMoney(expectedFine(invoice));
  const answer = await changeLedger({
    question: {
      title: t('shop-summary.applyFine.title', { id }),
      sentence: t('shop-summary.applyFine.sentence', { amount, rate, month: formatMonth(month_year) }),
      confirmLabel: t('shop-summary.applyFine.action'),
    },
    send: (query) => api(fines.apply, { params: { id }, query }, query.dry_run ? {} : { idempotencyKey }),
    failed: t('shop-summary.applyFine.failed'),
  });
  if (answer) toastDone(answer.message, 3);
  return answer !== undefined;
}

export async function deleteFine({ invoice_id: id }: SummaryInvoice): Promise<boolean> {
  const answer = await changeLedger({
    question: {
      title: t('shop-summary.deleteFine.title', { id }),
      sentence: t('shop-summary.deleteFine.sentence'),
      confirmLabel: t('shop-summary.deleteFine.action'),
      isDangerous: true,
      needsReason: true,
    },
    send: (query, body) => api(fines.remove, { params: { id }, query, body }),
    failed: t('shop-summary.deleteFine.failed'),
  });
  if (answer) toastDone(answer.message, 3);
  return answer !== undefined;
}

export async function deleteInvoice({ invoice_id: id, month_year }: SummaryInvoice): Promise<boolean> {
  const answer = await changeLedger({
    question: {
      title: t('shop-summary.deleteInvoice.title', { id }),
      sentence: t('shop-summary.deleteInvoice.sentence', { month: formatMonth(month_year) }),
      confirmLabel: t('shop-summary.deleteInvoice.action'),
      isDangerous: true,
      needsReason: true,
    },
    send: (query, body) => api(invoices.remove, { params: { id }, query, body }),
    failed: t('shop-summary.deleteInvoice.failed'),
  });
  if (answer) toastDone(t('shop-summary.deleteInvoice.done'), 3);
  return answer !== undefined;
}

function expectedFine({ Rents, fine_rate }: SummaryInvoice): number {
  const unpaid = Rents.map(({ rent_amount, paid_amount }) => sumCents([centsOf(rent_amount), centsOf(-paid_amount)]));
  return toRupees(fineOn(sumCents(unpaid), Math.round(fine_rate * 100)));
}
