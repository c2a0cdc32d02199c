import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type ChangedType, gate } from '#contract/gate.ts';
import type { NamedVehicleType } from '#contract/vehicle-type-names.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { typeText } from '../tariff/ticket-kind.ts';
import { useVehicleTypes } from '../tariff/use-vehicle-types.ts';

/** Shows the vehicles that got tickets of several types, with their prices and persons. */
export function ChangedTypesTable() {
  const types = useVehicleTypes().data;
  const columns = useMemo(() => columnsOfVehicles(types), [types]);
  const load = useLoad('changed types', (signal) => api(gate.changedTypes, {}, { signal }));
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        {t('gate.types.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('gate.types.about')}
      </Text>
      <DataTable<ChangedType>
        label={t('gate.types.title')}
        columns={columns}
        load={load}
        failure={t('gate.types.failed')}
        rowId={({ vehicleNumber, tickets }) => `${vehicleNumber} ${tickets[0]?.number}`}
        rowName={({ vehicleNumber }) => vehicleNumber}
        prefix="types-"
        pageSize={5}
        empty={{ text: t('gate.types.empty') }}
      />
    </Stack>
  );
}

const MOST_SHOWN = 6;

type Types = readonly NamedVehicleType[] | undefined;

/** Returns a line for each of the newest tickets. */
function linesOf({ tickets }: ChangedType, types: Types): string[] {
  const lines = tickets.slice(0, MOST_SHOWN).map(({ vehicleType, ticketPrice, number, issued_at, name }) =>
    t('gate.types.ticket', {
      type: typeText(vehicleType, types),
      price: formatMoney(ticketPrice),
      number,
      time: formatInstant(issued_at),
      person: name,
    }),
  );
  const rest = tickets.length - MOST_SHOWN;
  return rest > 0 ? [...lines, t('gate.types.more', { count: rest })] : lines;
}

function TicketLines({ vehicle, types }: { vehicle: ChangedType; types: Types }) {
  return linesOf(vehicle, types).map((line) => (
    <Text key={line} size="xs" style={{ whiteSpace: 'normal' }}>
      {line}
    </Text>
  ));
}

function columnsOfVehicles(types: Types): readonly Column<ChangedType>[] {
  return [
    {
      key: 'vehicle',
      title: t('gate.types.vehicle'),
      value: ({ vehicleNumber }) => vehicleNumber,
      render: (vehicle) => (
        <>
          <Text size="sm" fw={700}>
            {vehicle.vehicleNumber}
          </Text>
          <PhoneOnly>
            <TicketLines vehicle={vehicle} types={types} />
          </PhoneOnly>
        </>
      ),
    },
    {
      key: 'tickets',
      title: t('gate.column.tickets'),
      value: (vehicle) => linesOf(vehicle, types).join('; '),
      render: (vehicle) => <TicketLines vehicle={vehicle} types={types} />,
      isHiddenOnPhone: true,
    },
  ];
}
