import { ticketPaper } from '#contract/documents/ticket-paper.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { currentLanguage } from '#web/i18n/t.ts';
import type { TicketEntry } from '../../engine/entries.ts';
import { drawTicket } from '../../printer/draw-ticket.ts';
import type { RollWidth } from '../../printer/phone-printer.ts';
import type { DotPicture } from '../../printer/print-commands.ts';
import { paperIssue, printedEntry } from '../printed-entry.ts';

interface Drawing {
  ticket: TicketEntry;
  /** True if a part of it may already be on paper. */
  isAgain: boolean;
  types: readonly VehicleType[];
  roll: RollWidth;
}

/** Draws a ticket as it is printed next: as a copy if it was printed before. */
export function drawEntry({ ticket, isAgain, types, roll }: Drawing): Promise<DotPicture> {
  const printed = printedEntry(ticket);
  const isCopy = isAgain || printed.isCopy === true;
  return drawTicket(ticketPaper({ ...printed, isCopy }, paperIssue(types, currentLanguage())), roll);
}
