import { Text } from '@mantine/core';
import type { Column } from '#web/ui/table/table-column.ts';
import type { PlacedTicket } from './use-vehicle-tickets.ts';

const place: Column<PlacedTicket> = { key: 'place', title: '#', kind: 'number', value: (ticket) => ticket.place };
const id: Column<PlacedTicket> = {
  key: 'id',
  title: 'Ref ID',
  // A name rather than a figure: 17888 is written and looked for without a comma.
  value: (ticket) => String(ticket.id),
  isHiddenOnPhone: true,
};
const vehicle: Column<PlacedTicket> = {
  key: 'vehicle',
  title: 'Vehicle Number',
  value: ({ vehicleNumber }) => vehicleNumber,
};
const type: Column<PlacedTicket> = {
  key: 'type',
  title: 'Type',
  value: ({ vehicleType }) => vehicleType,
  isHiddenOnPhone: true,
};
const price: Column<PlacedTicket> = {
  key: 'price',
  title: 'Price',
  kind: 'money',
  value: ({ ticketPrice }) => ticketPrice,
  isSummed: true,
};
const time: Column<PlacedTicket> = { key: 'time', title: 'Time', value: (ticket) => ticket.time };
const by: Column<PlacedTicket> = { key: 'by', title: 'By', value: ({ byWhom }) => byWhom, isHiddenOnPhone: true };
const device: Column<PlacedTicket> = {
  key: 'device',
  title: 'Device No.',
  value: ({ device_number }) => device_number,
};

/** The columns of the specification, in its order; a phone has some of them in lines below the number. */
export const vehicleColumns: readonly Column<PlacedTicket>[] = [
  { ...place, isHiddenOnPhone: true },
  { ...id, render: (ticket) => <RefId ticket={ticket} /> },
  { ...vehicle, render: (ticket) => <Vehicle ticket={ticket} /> },
  type,
  price,
  { ...time, isHiddenOnPhone: true },
  by,
];

/** What stands in a spreadsheet: the same, with the day and the number that an offline device gave. */
export const vehicleSheetColumns: readonly Column<PlacedTicket>[] = [
  place,
  id,
  device,
  vehicle,
  type,
  price,
  { key: 'date', title: 'Date', kind: 'day', value: ({ date }) => date },
  time,
  by,
];

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
        {[vehicleType, at, `ID ${refId}`, device_number, byWhom].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
