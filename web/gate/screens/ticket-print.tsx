import { useEffect, useRef } from 'react';
import { ticketPaper } from '#contract/documents/ticket-paper.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { currentLanguage } from '#web/i18n/t.ts';
import type { TicketEntry } from '../engine/entries.ts';
import { paperIssue, printedEntry } from './printed-entry.ts';
import { useGate, useGateView } from './use-gate.ts';

/** Prints tickets in the print window of the browser. Nobody knows what comes of it, so each time counts as printed. */
export function TicketPrint({ tickets }: { tickets: readonly TicketEntry[] }) {
  const gate = useGate();
  const sheets = useRef<HTMLDivElement>(null);
  const printed = useRef(tickets);
  const issue = paperIssue(useGateView().phone.vehicleTypes, currentLanguage());
  // As they were when the window opened, because counting must not change the paper behind it.
  const papers = useRef(tickets.map((ticket) => ticketPaper(printedEntry(ticket), issue)));
  useEffect(() => {
    void printOnRoll(sheets.current).then(async () => {
      for (const { order } of printed.current) await gate.countPrint(order);
    });
  }, [gate]);
  return (
    <div className="paper" aria-hidden ref={sheets}>
      {papers.current.map((paper) => (
        <TicketSheet key={paper.name} paper={paper} />
      ))}
    </div>
  );
}
