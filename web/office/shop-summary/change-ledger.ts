import { t } from '#web/i18n/t.ts';
import { toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import type { Effect } from '../payments/describe-effect.ts';
import { confirmEffect, type EffectQuestion } from '../payments/effect-dialog.tsx';

/** The person's choices, as the body of the call has them. */
export interface LedgerChoices {
  reason?: string | undefined;
  do_not_charge: string[];
}

interface LedgerChange<Answer extends Effect> {
  question: Omit<EffectQuestion, 'dryRun'>;
  /** The call, made first as a dry run. */
  send: (query: { dry_run?: 'true' }, choices: LedgerChoices) => Promise<Answer>;
  /** Returns the message for a call that failed. */
  failed: (error: unknown) => string;
}

/**
 * Shows the effect of a change from its dry run, asks, and makes the change. Returns the answer, or undefined when it was
 * cancelled, or failed, which a toast reports.
 */
export async function changeLedger<Answer extends Effect>(change: LedgerChange<Answer>): Promise<Answer | undefined> {
  const { question, send, failed } = change;
  try {
    const consent = await confirmEffect({
      ...question,
      dryRun: (waived) => send({ dry_run: 'true' }, { do_not_charge: [...waived] }),
    });
    if (!consent) return undefined;
    const sending = send({}, { reason: consent.reason, do_not_charge: consent.waived });
    return await toastWhile(t('payments.effect.saving'), sending);
  } catch (error) {
    toastFailed(failed(error), 4);
    return undefined;
  }
}
