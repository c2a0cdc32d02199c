import { toastFailed } from '#web/ui/dialog/toast.ts';

/** One window for all tickets: after a busy morning there are not a hundred of them. */
const WINDOW = 'pola-ticket';

/** Opens the window that prints the ticket of this number; says so when the browser blocks it. */
export function printTicket(number: string): void {
  const opened = window.open(`/print/ticket/${encodeURIComponent(number)}`, WINDOW);
  if (opened === null) toastFailed('Popup blocked! Please allow popups for printing.', 5);
  else opened.focus();
}
