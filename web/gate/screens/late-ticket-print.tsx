import { lazy, Suspense } from 'react';
import type { TicketEntry } from '../engine/entries.ts';

const TicketPrint = lazy(async () => ({ default: (await import('./ticket-print.tsx')).TicketPrint }));

/** The print window of the browser, whose papers are loaded when it is first opened. */
export function LateTicketPrint({ tickets }: { tickets: readonly TicketEntry[] }) {
  return (
    <Suspense>
      <TicketPrint tickets={tickets} />
    </Suspense>
  );
}
