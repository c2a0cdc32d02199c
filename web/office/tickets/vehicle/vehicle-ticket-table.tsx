import { Text } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import type { PlacedTicket } from './use-vehicle-tickets.ts';

function allColumns() {
  return {
    place: { key: 'place', title: t('tickets.column.number'), kind: 'number', value: (ticket) => ticket.place },
    id: {
      key: 'id',
      title: t('tickets.column.refId'),
      // Text, because 17888 is searched without a comma.
      value: (ticket) => String(ticket.id),
      isHiddenOnPhone: true,
    },
    device: { key: 'device', title: t('tickets.column.deviceNumber'), value: (ticket) => ticket.device_number },
    vehicle: { key: 'vehicle', title: t('tickets.column.vehicleNumber'), value: (ticket) => ticket.vehicleNumber },
    type: {
      key: 'type',
      title: t('tickets.column.type'),
      value: ({ vehicleType }) => t(`stored.${vehicleType}`),
      isHiddenOnPhone: true,
    },
    price: {
      key: 'price',
      title: t('tickets.column.price'),
      kind: 'money',
      value: ({ ticketPrice }) => ticketPrice,
      isSummed: true,
    },
    date: { key: 'date', title: t('tickets.column.date'), kind: 'day', value: ({ date }) => date },
    time: { key: 'time', title: t('tickets.column.time'), value: (ticket) => ticket.time },
    by: { key: 'by', title: t('tickets.column.by'), value: ({ byWhom }) => byWhom, isHiddenOnPhone: true },
  } as const satisfies Record<string, Column<PlacedTicket>>;
}

/** The specification's columns, in its order. */
export function vehicleColumns(): readonly Column<PlacedTicket>[] {
  const { place, id, vehicle, type, price, time, by } = allColumns();
  return [
    { ...place, isHiddenOnPhone: true },
    { ...id, render: (ticket) => <RefId ticket={ticket} /> },
    { ...vehicle, render: (ticket) => <Vehicle ticket={ticket} /> },
    type,
    { ...price, render: (ticket) => <Price ticket={ticket} /> },
    { ...time, isHiddenOnPhone: true },
    by,
  ];
}

export function vehicleSheetColumns(): readonly Column<PlacedTicket>[] {
  return Object.values(allColumns());
}

function Price({ ticket: { ticketPrice, tariff_price } }: { ticket: PlacedTicket }) {
  return (
    <>
      {formatMoney(ticketPrice)}
      {tariff_price !== null && (
        <Text size="xs" fw={600} c="var(--mantine-color-error)">
          {t('tickets.vehicle.tariffPrice', { price: formatMoney(tariff_price) })}
        </Text>
      )}
    </>
  );
}

function RefId({ ticket: { id: refId, device_number } }: { ticket: PlacedTicket }) {
  return (
    <>
      {refId}
      {device_number !== null && (
        <Text size="xs" c="dimmed">
          {device_number}
        </Text>
      )}
    </>
  );
}

function Vehicle({ ticket }: { ticket: PlacedTicket }) {
  const { vehicleNumber, vehicleType, id: refId, device_number, time: at, byWhom } = ticket;
  return (
    <>
      {vehicleNumber}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {[t(`stored.${vehicleType}`), at, t('tickets.vehicle.refId', { id: String(refId) }), device_number, byWhom]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}
