import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { checkAddressOf, type PrintedTicket } from '#web/documents/printed-ticket.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { centreName } from '../engine/centre-name.ts';
import type { TicketEntry } from '../engine/entries.ts';

/** Prints a ticket for the 58 mm roll as soon as it stands on the page, where only the printer sees it. */
export function TicketPrint({ ticket }: { ticket: TicketEntry }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => void printOnRoll(sheet.current), []);
  const printed = printedEntry(ticket);
  return (
    <div className="paper" aria-hidden>
      <TicketSheet
        ticket={printed}
        centre={centreName()}
        checkAddress={checkAddressOf(location.origin, printed.number)}
        sheet={sheet}
      />
    </div>
  );
}

/** A ticket of this phone as it is printed, under the number that it was given here. */
function printedEntry({ kind, number, cents, at, by }: TicketEntry): PrintedTicket {
  const vehicle = kind.subject === 'vehicle' ? kind : undefined;
  return {
    number,
    deviceNumber: null,
    kind: vehicle?.vehicleType ?? 'Sanitation',
    vehicleNumber: vehicle?.vehicleNumber ?? null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: by,
  };
}
