import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { type PrintedTicket, sanitationKind, ticketPaper } from '#contract/documents/ticket-paper.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import type { TicketEntry } from '../engine/entries.ts';

/** On the 58 mm roll, as soon as it is on the page; hidden on the screen. */
export function TicketPrint({ ticket }: { ticket: TicketEntry }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => void printOnRoll(sheet.current), []);
  return (
    <div className="paper" aria-hidden>
      <TicketSheet paper={ticketPaper(printedEntry(ticket), centreName(), location.origin)} sheet={sheet} />
    </div>
  );
}

function printedEntry({ kind, number, cents, at, by }: TicketEntry): PrintedTicket {
  const vehicle = kind.subject === 'vehicle' ? kind : undefined;
  return {
    number,
    deviceNumber: null,
    kind: vehicle?.vehicleType ?? sanitationKind(),
    vehicleNumber: vehicle?.vehicleNumber ?? null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: by,
  };
}

function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
