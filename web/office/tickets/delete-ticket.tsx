import { sentenceOf } from '#web/client.ts';
import type { PrintedTicket } from '#web/documents/printed-ticket.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { DeleteTicketDialog } from './delete-ticket-dialog.tsx';

/** What is kept with a ticket that is taken back; no reason need be given. */
export interface Voiding {
  reason?: string;
}

/** Asks, deletes and says how it went; true when the ticket has left the lists and sums. */
export async function deleteTicket(
  ticket: PrintedTicket,
  remove: (voiding: Voiding) => Promise<unknown>,
): Promise<boolean> {
  const voiding = await openDialog<Voiding | undefined>(
    (answer) => <DeleteTicketDialog ticket={ticket} answer={answer} />,
    undefined,
  );
  if (!voiding) return false;
  try {
    await remove(voiding);
    toastDone('Ticket deleted successfully.', 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to delete the ticket.'), 5);
    return false;
  }
}
