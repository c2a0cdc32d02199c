import { Text } from '@mantine/core';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { typeText } from '../../tariff/ticket-kind.ts';
import type { PlacedTicket } from './use-vehicle-tickets.ts';

type Types = readonly VehicleType[] | undefined;

function allColumns(types: Types) {
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
      value: ({ vehicleType }) => typeText(vehicleType, types),
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
export function vehicleColumns(types: Types): readonly Column<PlacedTicket>[] {
  const { place, id, vehicle, type, price, time, by } = allColumns(types);
  return [
    { ...place, isHiddenOnPhone: true },
    { ...id, render: (ticket) => <RefId ticket={ticket} /> },
    { ...vehicle, render: (ticket) => <Vehicle ticket={ticket} types={types} /> },
    type,
    { ...price, render: (ticket) => <Price ticket={ticket} /> },
    { ...time, isHiddenOnPhone: true },
    by,
  ];
}

export function vehicleSheetColumns(types: Types): readonly Column<PlacedTicket>[] {
  return Object.values(allColumns(types));
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

function Vehicle({ ticket, types }: { ticket: PlacedTicket; types: Types }) {
  const { vehicleNumber, vehicleType, id: refId, device_number, time: at, byWhom } = ticket;
  return (
    <>
      {vehicleNumber}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {[typeText(vehicleType, types), at, t('tickets.vehicle.refId', { id: String(refId) }), device_number, byWhom]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}
