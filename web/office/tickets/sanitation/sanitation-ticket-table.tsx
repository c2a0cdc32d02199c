import { Text } from '@mantine/core';
import type { SanitationTicket } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import type { Column } from '#web/ui/table/table-column.ts';

function allColumns() {
  return {
    id: { key: 'ticket', title: t('tickets.column.ticketId'), value: ({ customId }) => customId },
    price: { key: 'price', title: t('tickets.column.price'), kind: 'money', value: (row) => row.price },
    issued: {
      key: 'issued',
      title: t('tickets.column.issued'),
      kind: 'instant',
      value: ({ issued_at }) => issued_at,
      render: ({ issued_at }) => formatInstant(issued_at),
    },
    by: { key: 'by', title: t('tickets.column.by'), value: ({ byWhom }) => byWhom },
    device: { key: 'device', title: t('tickets.column.deviceNumber'), value: (row) => row.device_number },
  } as const satisfies Record<string, Column<SanitationTicket>>;
}

/** The server sorts, newest first. */
const UNSORTED = { isSortable: false } as const;

export function ticketColumns(): readonly Column<SanitationTicket>[] {
  const { id, price, issued, by } = allColumns();
  return [
    { ...id, render: (ticket) => <TicketId ticket={ticket} />, ...UNSORTED },
    { ...price, ...UNSORTED },
    { ...issued, ...UNSORTED, isHiddenOnPhone: true },
    { ...by, ...UNSORTED, isHiddenOnPhone: true },
  ];
}

export function ticketSheetColumns(): readonly Column<SanitationTicket>[] {
  const { id, price, issued, by, device } = allColumns();
  return [id, { ...price, isSummed: true }, issued, by, device];
}

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
