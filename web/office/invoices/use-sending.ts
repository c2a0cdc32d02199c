import { useRef, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { CallError, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import type { Selection } from '#web/ui/table/use-selection.ts';
import { api } from '../api.ts';
import { sortInvoiceIds } from './sort-invoice-ids.ts';
import { useBusyTab } from './use-busy-tab.ts';

/** The maximum number of toasts at a time, because more would hide the screen. */
const MOST_TOASTS = 5;

interface Progress {
  total: number;
  results: readonly SendResult[];
  isStopping: boolean;
}

export interface InvoiceSending {
  progress: Progress | undefined;
  failures: readonly SendResult[];
  send: () => Promise<void>;
  stop: () => void;
  forgetFailures: () => void;
}

export function useSending(selection: Selection, onEnd: () => void): InvoiceSending {
  const [progress, setProgress] = useState<Progress>();
  const [failures, setFailures] = useState<readonly SendResult[]>([]);
  const isStopped = useRef(false);
  useBusyTab(progress !== undefined);

  const send = async () => {
    const ids = sortInvoiceIds(selection.ids);
    const title = t('invoices.send.confirm.title', { count: ids.length });
    const body = t('invoices.send.confirm.body');
    if (!(await confirm({ title, body, action: t('invoices.send.confirm.action') }))) return;
    const all: SendResult[] = [];
    isStopped.current = false;
    setFailures([]);
    setProgress({ total: ids.length, results: [], isStopping: false });
    const end = await emailInvoices(
      ids,
      (results) => {
        selection.remove(results.filter(({ success }) => success).map(({ invoice_id }) => invoice_id));
        reportResults(results, ids.length, all.filter(({ success }) => !success).length);
        all.push(...results);
        setProgress((before) => before && { ...before, results: [...all] });
      },
      () => isStopped.current,
    );
    setProgress(undefined);
    setFailures(all.filter(({ success }) => !success));
    reportEnd(end, ids.length, all);
    onEnd();
  };
  const stop = () => {
    isStopped.current = true;
    setProgress((before) => before && { ...before, isStopping: true });
  };
  return { progress, failures, send, stop, forgetFailures: () => setFailures([]) };
}

export function failureText({ invoice_id, shop_id, message, state }: SendResult): string {
  const key = state === 'unknown' ? 'invoices.send.notKnown' : 'invoices.send.failedOne';
  return t(key, { id: invoice_id, shop: shop_id, message });
}

function reportResults(results: readonly SendResult[], total: number, failedBefore: number): void {
  if (total <= MOST_TOASTS) {
    for (const { invoice_id, shop_id } of results.filter(({ state }) => state === 'sent'))
      toastDone(t('invoices.send.doneOne', { id: invoice_id, shop: shop_id }), 2);
  }
  const failed = results.filter(({ success }) => !success);
  for (const result of failed.slice(0, Math.max(0, MOST_TOASTS - failedBefore))) toastFailed(failureText(result), 4);
}

function reportEnd(end: SendEnd, total: number, results: readonly SendResult[]): void {
  const sent = results.filter(({ state }) => state === 'sent').length;
  if (total > MOST_TOASTS && sent > 0) toastDone(t('invoices.send.done', { sent, total }), 4);
  if (end.kind === 'invalid') toastFailed(t('invoices.send.invalid'), 4);
  if (end.kind === 'failed') toastFailed(t('invoices.send.error', { reason: end.reason }), 4);
}

/** The number of emails in a call. It is small, so that the first results arrive early. */
const BATCH = 10;

type SendResult = Answer<typeof mail.sendInvoices>['results'][number];

type SendEnd = { kind: 'done' | 'stopped' | 'invalid' } | { kind: 'failed'; reason: string };

async function emailInvoices(
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

/**
 * The idempotency keys of batches whose answer was lost, by the ids of their invoices. These batches must not be sent
 * twice.
 */
const unanswered = new Map<string, string>();

/**
 * If the answer is lost, the batch is sent once more with the same key. If that answer is lost too, the user's next
 * attempt uses this key again.
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

function isLost(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer';
}
