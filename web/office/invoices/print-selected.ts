import { MOST_PAPERS } from '#contract/invoices.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { openPrintWindow } from './print-job.ts';
import { sortInvoiceIds } from './sort-invoice-ids.ts';

export async function printSelected(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return toastFailed(t('invoices.print.none'));
  if (ids.length > MOST_PAPERS) return toastFailed(t('invoices.print.tooMany', { most: MOST_PAPERS }));
  const wanted = await confirm({
    title: t('invoices.print.confirm.title'),
    body: t('invoices.print.confirm.body', { count: ids.length }),
    action: t('invoices.print.confirm.action'),
  });
  if (wanted && !openPrintWindow(sortInvoiceIds(ids))) toastFailed(t('invoices.print.blocked'));
}
