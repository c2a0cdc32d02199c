import type { Answer } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import { type PrintedTicket, printedSanitation, printedVehicle } from '#web/documents/printed-ticket.ts';

/** What the server says of a number. */
export type TicketVerdict = Answer<typeof gate.check>;

/** Each state in a word and a sentence, and what it looks like: white on these grounds has contrast enough for both. */
export const verdictText: Record<TicketVerdict['state'], { word: string; sentence: string; ground: string }> = {
  valid: { word: 'VALID', sentence: 'This ticket was issued here and stands.', ground: '#1b6e2e' },
  void: { word: 'VOID', sentence: 'This ticket was taken back.', ground: '#a81f16' },
  unknown: {
    word: 'UNKNOWN',
    sentence: 'No ticket has this number. It may still wait on the phone that issued it.',
    ground: '#565d64',
  },
};

/** The ticket that a verdict is about; undefined when none has the number. */
export function ticketOf({ sanitation, vehicle }: TicketVerdict): PrintedTicket | undefined {
  if (sanitation) return printedSanitation(sanitation);
  return vehicle ? printedVehicle(vehicle) : undefined;
}
