import type { Answer } from '#contract/call.ts';
import { type PrintedTicket, printedSanitation, printedVehicle } from '#contract/documents/ticket-paper.ts';
import type { gate } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';

export type CheckedTicket = Answer<typeof gate.check>;

export function stateWord(state: CheckedTicket['state']): string {
  return t('tickets.check.word', { state });
}

export function stateSentence(state: CheckedTicket['state']): string {
  return t('tickets.check.sentence', { state });
}

export function ticketOf({ sanitation, vehicle }: CheckedTicket): PrintedTicket | undefined {
  if (sanitation) return printedSanitation(sanitation);
  return vehicle ? printedVehicle(vehicle) : undefined;
}
