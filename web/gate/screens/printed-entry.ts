import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { PrintedTicket, ticketPaper } from '#contract/documents/ticket-paper.ts';
import type { Language } from '#contract/languages.ts';
import { lastDayOfPass } from '#contract/pass-days.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { shownEmail, type TicketEntry } from '../engine/entries.ts';

export function printedEntry({ kind, number, cents, at, ...entry }: TicketEntry): PrintedTicket {
  return {
    number,
    deviceNumber: null,
    vehicle: kind.subject === 'vehicle' ? { type: kind.vehicleType, number: kind.vehicleNumber } : null,
    passUntil: kind.subject === 'vehicle' && kind.pass ? lastDayOfPass(kind.pass, dayOf(at)) : null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: shownEmail(entry),
    isCopy: (entry.prints ?? 0) > 0,
  };
}

export function paperIssue(types: readonly VehicleType[], language: Language): Parameters<typeof ticketPaper>[1] {
  return { centre: centreName(), origin: location.origin, language, types };
}

export function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
