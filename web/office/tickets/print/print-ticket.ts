import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';

/** All tickets are printed from one window, so that a busy morning does not open a hundred. */
const WINDOW = 'pola-ticket';

export function printTicket(number: string): void {
  const opened = window.open(`/print/ticket/${encodeURIComponent(number)}`, WINDOW);
  if (opened === null) toastFailed(t('tickets.print.blocked'), 5);
  else opened.focus();
}
