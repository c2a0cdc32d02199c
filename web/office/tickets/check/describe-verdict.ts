import type { Answer } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import { type PrintedTicket, printedSanitation, printedVehicle } from '#web/documents/printed-ticket.ts';
import { t } from '#web/i18n/t.ts';

export type TicketVerdict = Answer<typeof gate.check>;

export function stateWord(state: TicketVerdict['state']): string {
  return t('tickets.check.word', { state });
}

export function stateSentence(state: TicketVerdict['state']): string {
  return t('tickets.check.sentence', { state });
}

/** Returns the checked ticket; undefined when there is none with the number. */
export function ticketOf({ sanitation, vehicle }: TicketVerdict): PrintedTicket | undefined {
  if (sanitation) return printedSanitation(sanitation);
  return vehicle ? printedVehicle(vehicle) : undefined;
}
