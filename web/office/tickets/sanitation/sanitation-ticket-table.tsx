import { Text } from '@mantine/core';
import type { SanitationTicket } from '#contract/tickets.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import type { Column } from '#web/ui/table/table-column.ts';

const id: Column<SanitationTicket> = { key: 'ticket', title: 'Ticket ID', value: ({ customId }) => customId };
const price: Column<SanitationTicket> = { key: 'price', title: 'Price', kind: 'money', value: (row) => row.price };
const issued: Column<SanitationTicket> = {
  key: 'issued',
  title: 'Issued',
  kind: 'instant',
  value: ({ issued_at }) => issued_at,
  render: ({ issued_at }) => formatInstant(issued_at),
};
const by: Column<SanitationTicket> = { key: 'by', title: 'By', value: ({ byWhom }) => byWhom };
const device: Column<SanitationTicket> = { key: 'device', title: 'Device No.', value: (row) => row.device_number };

/** The server gives the tickets page by page, the newest first, and in no other order. */
const AS_IT_COMES = { isSortable: false } as const;

/** The tickets as the screen lists them; a phone has time and issuer in lines below the number. */
export const ticketColumns: readonly Column<SanitationTicket>[] = [
  { ...id, render: (ticket) => <TicketId ticket={ticket} />, ...AS_IT_COMES },
  { ...price, ...AS_IT_COMES },
  { ...issued, ...AS_IT_COMES, isHiddenOnPhone: true },
  { ...by, ...AS_IT_COMES, isHiddenOnPhone: true },
];

/** The same in a spreadsheet, with the number that an offline device gave, and the total of the prices in its last row. */
export const ticketSheetColumns: readonly Column<SanitationTicket>[] = [
  id,
  { ...price, isSummed: true },
  issued,
  by,
  device,
];

function TicketId({ ticket: { customId, device_number, issued_at, byWhom } }: { ticket: SanitationTicket }) {
  return (
    <>
      {customId}
      {device_number !== null && (
        <Text size="xs" c="dimmed">
          {device_number}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {formatInstant(issued_at)} · {byWhom}
      </Text>
    </>
  );
}
