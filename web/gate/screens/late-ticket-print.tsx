import { gatePart } from './gate-part.tsx';

/** The print window of the browser, whose papers are loaded when it is first opened. */
export const LateTicketPrint = gatePart(async () => (await import('./ticket-print.tsx')).TicketPrint);
