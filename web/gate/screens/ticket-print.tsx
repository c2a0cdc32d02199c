import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { type PrintedTicket, ticketPaper } from '#contract/documents/ticket-paper.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { currentLanguage } from '#web/i18n/t.ts';
import { shownEmail, type TicketEntry } from '../engine/entries.ts';
import { useGateView } from './use-gate.ts';

export function TicketPrint({ tickets }: { tickets: readonly TicketEntry[] }) {
  const sheets = useRef<HTMLDivElement>(null);
  const types = useGateView().phone.vehicleTypes;
  const issue = { centre: centreName(), origin: location.origin, language: currentLanguage(), types };
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
  return {
    number,
    deviceNumber: null,
    vehicle: kind.subject === 'vehicle' ? { type: kind.vehicleType, number: kind.vehicleNumber } : null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: shownEmail(entry),
  };
}

export function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
