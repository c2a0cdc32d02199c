import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { placeOf } from '../../place-of.ts';

/** The name of the one window that prints all tickets, so that a busy morning does not open a hundred windows. */
const WINDOW = 'pola-ticket';

export function printTicket(number: string): void {
  openPrint(placeOf('/print/ticket/:number', { number }));
}

export function openPrint(path: string): void {
  const opened = window.open(path, WINDOW);
  if (opened === null) toastFailed(t('tickets.print.blocked'), 5);
  else opened.focus();
}
