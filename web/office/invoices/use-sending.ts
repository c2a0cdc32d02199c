import { useRef, useState } from 'react';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import type { Selection } from '#web/ui/table/use-selection.ts';
import { type SendEnd, type SendResult, sendInvoices } from './send-invoices.ts';
import { useBusyTab } from './use-busy-tab.ts';

/** More toasts than these hide the screen: successes are summed up then, and failures stand in a list. */
const HANDFUL = 5;

/** How far the sending of a selection is. */
interface Progress {
  total: number;
  results: readonly SendResult[];
  isStopping: boolean;
}

export interface Sending {
  /** Absent when nothing is being sent. */
  progress: Progress | undefined;
  /** What could not be sent at the last sending. */
  failures: readonly SendResult[];
  send: () => Promise<void>;
  /** Ends after the batch that is on its way. */
  stop: () => void;
  forgetFailures: () => void;
}

/** Mails the selected invoices and says of each what became of it; those that were sent leave the selection. */
export function useSending(selection: Selection): Sending {
  const [progress, setProgress] = useState<Progress>();
  const [failures, setFailures] = useState<readonly SendResult[]>([]);
  const isStopped = useRef(false);
  useBusyTab(progress !== undefined);

  const send = async () => {
    const { ids } = selection;
    const title = `Are you sure you want to send the selected ${ids.length} invoice(s) via email?`;
    const body = 'Each goes to the e-mail address of its tenant, as a PDF.';
    if (!(await confirm({ title, body, action: 'Send' }))) return;
    const all: SendResult[] = [];
    isStopped.current = false;
    setFailures([]);
    setProgress({ total: ids.length, results: [], isStopping: false });
    const end = await sendInvoices(
      ids,
      (results) => {
        selection.remove(results.filter(({ success }) => success).map(({ invoice_id }) => invoice_id));
        tellEach(results, ids.length, all.filter(({ success }) => !success).length);
        all.push(...results);
        setProgress((before) => before && { ...before, results: [...all] });
      },
      () => isStopped.current,
    );
    setProgress(undefined);
    setFailures(all.filter(({ success }) => !success));
    tellEnd(end, ids.length, all);
  };
  const stop = () => {
    isStopped.current = true;
    setProgress((before) => before && { ...before, isStopping: true });
  };
  return { progress, failures, send, stop, forgetFailures: () => setFailures([]) };
}

/** What a failure says of itself, in the specification's words. */
export function failureText({ invoice_id, shop_id, message }: SendResult): string {
  return `Failed to send Invoice #${invoice_id} to Shop #${shop_id}: ${message}`;
}

function tellEach(results: readonly SendResult[], total: number, failedBefore: number): void {
  if (total <= HANDFUL) {
    for (const { invoice_id, shop_id } of results.filter(({ success }) => success))
      toastDone(`Invoice #${invoice_id} sent to Shop #${shop_id} successfully.`, 2);
  }
  const failed = results.filter(({ success }) => !success);
  for (const result of failed.slice(0, Math.max(0, HANDFUL - failedBefore))) toastFailed(failureText(result), 4);
}

function tellEnd(end: SendEnd, total: number, results: readonly SendResult[]): void {
  const sent = results.filter(({ success }) => success).length;
  if (total > HANDFUL && sent > 0) toastDone(`${sent} of ${total} invoices sent successfully.`, 4);
  if (end.kind === 'invalid') toastFailed('Failed to send invoices. Invalid response format.', 4);
  if (end.kind === 'failed') toastFailed(`An error occurred while sending the email: ${end.reason}`, 4);
}
