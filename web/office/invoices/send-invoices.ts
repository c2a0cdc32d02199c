import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { CallError, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** Few, so that first results arrive early. */
const BATCH = 10;

export type SendResult = Answer<typeof mail.sendInvoices>['results'][number];

export type SendEnd = { kind: 'done' | 'stopped' | 'invalid' } | { kind: 'failed'; reason: string };

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

/** Keys of batches whose answer was lost, by IDs: they must not be sent twice. */
const unanswered = new Map<string, string>();

/** Sends a batch; after a lost answer once more, and at the next try, with the same key. */
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

function isLost(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer';
}
