import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { CallError, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** Invoices per request, so that first results arrive while the rest is being sent. */
const BATCH = 10;

export type SendResult = Answer<typeof mail.sendInvoices>['results'][number];

export type SendEnd = { kind: 'done' | 'stopped' | 'invalid' } | { kind: 'failed'; reason: string };

/** Emails invoices batch by batch; `onResults` is called with the results of each batch. */
export async function emailInvoices(
  ids: readonly string[],
  onResults: (results: SendResult[]) => void,
  isStopped: () => boolean,
): Promise<SendEnd> {
  for (let at = 0; at < ids.length; at += BATCH) {
    if (isStopped()) return { kind: 'stopped' };
    try {
      const results = await sendBatch(ids.slice(at, at + BATCH));
      if (!Array.isArray(results)) return { kind: 'invalid' };
      onResults(results);
    } catch (error) {
      if (error instanceof UnreadableAnswerError) return { kind: 'invalid' };
      const reason = error instanceof Error && error.message !== '' ? error.message : t('invoices.send.unknown');
      return { kind: 'failed', reason };
    }
  }
  return { kind: 'done' };
}

/** Keys of batches whose answer was lost, by their IDs: they may have been sent and must not be sent twice. */
const unanswered = new Map<string, string>();

/**
 * Sends a batch. After a lost answer it is sent once more with the same key, so that nothing is sent twice; the key is also
 * used for the next try of the same batch.
 */
async function sendBatch(ids: readonly string[]): Promise<SendResult[] | undefined> {
  const batch = ids.join(' ');
  const idempotencyKey = unanswered.get(batch) ?? newKey();
  unanswered.set(batch, idempotencyKey);
  const body = { invoices: ids.map((invoice_id) => ({ invoice_id })) };
  const ask = () => api(mail.sendInvoices, { body }, { idempotencyKey });
  try {
    const answer: Partial<Answer<typeof mail.sendInvoices>> | undefined = await ask().catch((error: unknown) => {
      if (isLost(error)) return ask();
      throw error;
    });
    unanswered.delete(batch);
    return answer?.results;
  } catch (error) {
    if (!isLost(error)) unanswered.delete(batch);
    throw error;
  }
}

/** It is not known what the server did. */
function isLost(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer';
}
