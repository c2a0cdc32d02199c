import { useEffect, useRef } from 'react';
import { toRupees } from '#billing/money.ts';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { checkAddressOf, type PrintedTicket } from '#web/documents/printed-ticket.ts';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { t } from '#web/i18n/t.ts';
import type { TicketEntry } from '../engine/entries.ts';

/** On the 58 mm roll, as soon as it is on the page; hidden on the screen. */
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

function printedEntry({ kind, number, cents, at, by }: TicketEntry): PrintedTicket {
  const vehicle = kind.subject === 'vehicle' ? kind : undefined;
  return {
    number,
    deviceNumber: null,
    kind: vehicle?.vehicleType ?? t('gate-app.entry.sanitation'),
    vehicleNumber: vehicle?.vehicleNumber ?? null,
    rupees: toRupees(cents),
    issuedAt: at,
    byWhom: by,
  };
}

function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
