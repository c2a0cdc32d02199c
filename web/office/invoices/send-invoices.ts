import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { CallError, UnreadableAnswerError } from '#web/client.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** So many go in one request, so that results come while the rest is still on its way. */
const BATCH = 10;

/** What became of one invoice. */
export type SendResult = Answer<typeof mail.sendInvoices>['results'][number];

/** How a sending ended: all were tried, it was stopped, or the server gave no answer that says what happened. */
export type SendEnd = { kind: 'done' | 'stopped' | 'invalid' } | { kind: 'failed'; reason: string };

/** Mails invoices batch by batch; each batch's results are told as they come. */
export async function sendInvoices(
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
      const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
      return { kind: 'failed', reason };
    }
  }
  return { kind: 'done' };
}

/** Keys of batches whose answer got lost, by their ids: perhaps they were sent, and must not be sent anew. */
const unanswered = new Map<string, string>();

/**
 * Sends a batch; when the answer gets lost it is asked for once more, under the same key, which sends nothing twice. The
 * key is kept for the next try of the same batch when that fails too.
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

/** The connection or something on the way broke; what the server did is not known. */
function isLost(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer';
}
