import { MOST_PAPERS } from '#contract/invoices.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { openPrintWindow } from './print-job.ts';

/** Asks, and opens the window that prints the invoices and notes that they were printed. */
export async function printSelected(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return toastFailed('Please select at least one invoice to print.');
  if (ids.length > MOST_PAPERS) return toastFailed(`Print at most ${MOST_PAPERS} invoices at once.`);
  const wanted = await confirm({
    title: 'Are you sure you want to print?',
    body: `${ids.length === 1 ? 'One invoice' : `${ids.length} invoices`}, each on an A4 sheet with a Customer Copy and an Office Copy.`,
    action: 'Print',
  });
  if (wanted && !openPrintWindow(ids)) toastFailed('Popup blocked! Please allow popups for printing.');
}
