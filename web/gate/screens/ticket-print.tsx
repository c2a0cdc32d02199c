import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { type PrintedTicket, SANITATION, ticketPaper } from '#contract/documents/ticket-paper.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { currentLanguage } from '#web/i18n/t.ts';
import { shownEmail, type TicketEntry } from '../engine/entries.ts';

export function TicketPrint({ tickets }: { tickets: readonly TicketEntry[] }) {
  const sheets = useRef<HTMLDivElement>(null);
  const issue = { centre: centreName(), origin: location.origin, language: currentLanguage() };
  useEffect(() => void printOnRoll(sheets.current), []);
  return (
    <div className="paper" aria-hidden ref={sheets}>
      {tickets.map((ticket) => (
        <TicketSheet key={ticket.order} paper={ticketPaper(printedEntry(ticket), issue)} />
      ))}
    </div>
  );
}

function printedEntry({ kind, number, cents, at, ...entry }: TicketEntry): PrintedTicket {
  const vehicle = kind.subject === 'vehicle' ? kind : undefined;
  return {
    number,
    deviceNumber: null,
    kind: vehicle?.vehicleType ?? SANITATION,
    vehicleNumber: vehicle?.vehicleNumber ?? null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: shownEmail(entry),
  };
}

export function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
