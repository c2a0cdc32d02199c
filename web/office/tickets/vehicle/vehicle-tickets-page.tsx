import IconPrinter from 'virtual:icons/printer';
import IconTrash from 'virtual:icons/trash';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Day, isDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { printedVehicle } from '#contract/documents/ticket-paper.ts';
import { writeFigure } from '#contract/figures.ts';
import { foldText, isPlateFound } from '#contract/fold-text.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { AsyncState, SkeletonLines } from '#web/ui/async-state.tsx';
import { FigureCard, FigureCards, WaitingFigureCard } from '#web/ui/figure-panel.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney, formatTicketPrice } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchBox } from '#web/ui/table/search-box.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { typeText } from '../../tariff/ticket-kind.ts';
import { useVehicleTypes } from '../../tariff/use-vehicle-types.ts';
import { deleteTicket } from '../delete-ticket-dialog.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';
import { TicketLinksPanel } from '../ticket-links-panel.tsx';
import { PassesTable } from './passes-table.tsx';
import { VehicleTicketForm } from './vehicle-ticket-form.tsx';

/** The page of vehicle ticketing (specification 2, section 2). */
export function VehicleTicketsPage() {
  const tickets = useVehicleTickets();
  const { date, load, refresh } = tickets;
  const loadOfTypes = useVehicleTypes();
  const types = loadOfTypes.data;
  const columns = useMemo(() => vehicleColumns(types), [types]);
  const [last, setLast] = useState<VehicleTicket>();
  const remove = async (ticket: VehicleTicket) => {
    const params = { id: String(ticket.id) };
    const isDeleted = await deleteTicket({ ticket: printedVehicle(ticket), types }, (body) =>
      api(vehicleTickets.remove, { params, body }),
    );
    if (!isDeleted) return;
    if (last?.id === ticket.id) setLast(undefined);
    refresh();
  };
  return (
    <Screen path="/vehicle-ticketing" title={t('tickets.vehicle.title')}>
      <Paper withBorder p="sm">
        <Stack gap="sm">
          {/* The form waits for the types, because a type that is typed before they have been loaded would be lost. */}
          <AsyncState load={loadOfTypes} failure={t('tariff.types.failed')} skeleton={<SkeletonLines count={2} />}>
            {(known) => (
              <VehicleTicketForm
                types={known}
                onIssued={(ticket) => {
                  setLast(ticket);
                  refresh();
                }}
              />
            )}
          </AsyncState>
          {last && <LastTicketPanel ticket={printedVehicle(last)} types={types} />}
        </Stack>
      </Paper>
      <VehicleIncomePanel {...tickets} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('tickets.vehicle.label')}
        </Title>
        <DataTable<PlacedTicket>
          label={t('tickets.vehicle.label')}
          columns={columns}
          load={load}
          failure={t('tickets.vehicle.failed')}
          rowId={({ id }) => id}
          rowName={({ id }) => t('tickets.vehicle.row', { id: String(id) })}
          rowActions={(ticket) => [
            {
              label: t('tickets.table.print'),
              icon: IconPrinter,
              onClick: () => printTicket(printedVehicle(ticket).number),
            },
            {
              label: t('tickets.table.delete'),
              icon: IconTrash,
              isDangerous: true,
              onClick: () => void remove(ticket),
            },
          ]}
          filters={<VehicleFilterPanel date={date} />}
          waiting={<Text c="dimmed">{t('tickets.vehicle.loading')}</Text>}
          empty={{ text: t('tickets.table.empty'), next: t('tickets.vehicle.emptyHint') }}
          exportName={t('tickets.vehicle.file', { date: date ?? browserToday() })}
          exportColumns={vehicleSheetColumns(types)}
          nothingToExport={t('tickets.table.nothingToExport')}
        />
      </Stack>
      <PassesTable types={types} />
      <TicketLinksPanel />
    </Screen>
  );
}

function VehicleFilterPanel({ date }: { date: Day | null }) {
  const [, chooseDate] = useAddressFilter('date');
  const [vehicle, searchVehicle] = useAddressFilter('vehicle');
  const [issuer, searchIssuer] = useAddressFilter('issuer');
  return (
    <Group gap="sm" style={{ flex: '1 1 auto' }}>
      <DayField
        aria-label={t('tickets.filter.date')}
        placeholder={t('tickets.filter.today')}
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        appliesAtOnce
        clearable
        w={150}
      />
      <SearchBox label={t('tickets.vehicle.searchNumber')} value={vehicle} onSearch={searchVehicle} />
      <SearchBox label={t('tickets.vehicle.searchIssuer')} value={issuer} onSearch={searchIssuer} />
    </Group>
  );
}

const NONE = { totalIncome: 0, ticketCount: 0 };

/**
 * Cards with the income of the day and of this month, which are zero when loading fails (specification 2, section 5).
 */
function VehicleIncomePanel({ date, daily, monthly }: Pick<VehicleTickets, 'date' | 'daily' | 'monthly'>) {
  const now = browserToday();
  const [year, month] = now.split('-').map(Number);
  const ofDay = daily.data?.find((income) => income.date === (date ?? now)) ?? NONE;
  const ofMonth = monthly.data?.find((income) => income.year === year && income.month === month) ?? NONE;
  return (
    <FigureCards>
      {isWaiting(daily) ? <WaitingFigureCard /> : <FigureCard name={nameOf(date, now)} {...figuresOf(ofDay)} />}
      {isWaiting(monthly) ? (
        <WaitingFigureCard />
      ) : (
        <FigureCard name={t('tickets.vehicle.monthIncome')} {...figuresOf(ofMonth)} />
      )}
    </FigureCards>
  );
}

function isWaiting({ data, isLoading }: Load<unknown>): boolean {
  return data === undefined && isLoading;
}

function nameOf(date: Day | null, now: Day): string {
  return date === null || date === now
    ? t('tickets.vehicle.todayIncome')
    : t('tickets.vehicle.dayIncome', { day: formatOfficeDay(date) });
}

function figuresOf({ totalIncome, ticketCount }: typeof NONE): { figure: string; about: string } {
  return {
    figure: formatTicketPrice(totalIncome),
    about: t('tickets.vehicle.issuedCount', { count: ticketCount }),
  };
}

type Types = readonly VehicleType[] | undefined;

function allColumns(types: Types) {
  return {
    place: { key: 'place', title: t('tickets.column.number'), kind: 'number', value: (ticket) => ticket.place },
    id: {
      key: 'id',
      title: t('tickets.column.refId'),
      // The id is converted to text, so that it is shown without a thousands separator: 17888.
      value: (ticket) => String(ticket.id),
      isHiddenOnPhone: true,
    },
    device: { key: 'device', title: t('tickets.column.deviceNumber'), value: (ticket) => ticket.device_number },
    vehicle: { key: 'vehicle', title: t('tickets.column.vehicleNumber'), value: (ticket) => ticket.vehicleNumber },
    type: {
      key: 'type',
      title: t('tickets.column.type'),
      value: (ticket) => kindOfTicket(ticket, types),
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
    by: {
      key: 'by',
      title: t('tickets.column.by'),
      kind: 'person',
      value: ({ byWhom }) => byWhom,
      isHiddenOnPhone: true,
    },
  } as const satisfies Record<string, Column<PlacedTicket>>;
}

/** Returns the specification's columns, in its order. */
function vehicleColumns(types: Types): readonly Column<PlacedTicket>[] {
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
      {writeFigure(ticketPrice)}
      {tariff_price !== null && (
        <Text size="xs" fw={700} c="var(--mantine-color-error)">
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

/** Returns the type of the vehicle, with the pass that the ticket is. */
function kindOfTicket({ vehicleType, pass }: VehicleTicket, types: Types): string {
  const type = typeText(vehicleType, types);
  return pass === null ? type : t('tariff.pass.field', { type, pass: t(`tariff.pass.${pass}`) });
}

function Vehicle({ ticket, types }: { ticket: PlacedTicket; types: Types }) {
  const { vehicleNumber, id: refId, device_number, time: at, byWhom } = ticket;
  return (
    <>
      {vehicleNumber}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {[
          kindOfTicket(ticket, types),
          at,
          t('tickets.vehicle.refId', { id: String(refId) }),
          device_number,
          personName(byWhom),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

interface PlacedTicket extends VehicleTicket {
  place: number;
}

interface VehicleTickets {
  /** The day; null for today. */
  date: Day | null;
  load: Load<PlacedTicket[]>;
  daily: Load<Answer<typeof vehicleTickets.dailyIncome>>;
  monthly: Load<Answer<typeof vehicleTickets.monthlyIncome>>;
  refresh: () => void;
}

/** Loads all tickets of the day, so that filters need no request. */
function useVehicleTickets(): VehicleTickets {
  const [asked] = useAddressFilter('date');
  const [vehicle] = useAddressFilter('vehicle');
  const [issuer] = useAddressFilter('issuer');
  const date = isDay(asked) ? asked : null;
  const shown = date ?? browserToday();
  const list = useLoad(`vehicle tickets ${shown}`, async (signal) => {
    const { tickets } = await api(vehicleTickets.byDate, { query: { date: shown } }, { signal });
    return tickets;
  });
  const daily = useLoad('vehicle income by day', (signal) => api(vehicleTickets.dailyIncome, {}, { signal }));
  const monthly = useLoad('vehicle income by month', (signal) => api(vehicleTickets.monthlyIncome, {}, { signal }));
  return {
    date,
    load: { ...list, data: list.data && findTickets(list.data, vehicle, issuer) },
    daily,
    monthly,
    refresh: () => {
      for (const { reload } of [list, daily, monthly]) reload();
    },
  };
}

/**
 * Returns the matching tickets, ignoring case (specification 2, section 5). Only the letters and digits of vehicle
 * numbers are compared.
 */
export function findTickets(tickets: readonly VehicleTicket[], vehicle: string, issuer: string): PlacedTicket[] {
  const person = foldText(issuer.trim());
  const isBy = (email: string) => foldText(`${personName(email)} ${email}`).includes(person);
  return tickets
    .filter(({ vehicleNumber, byWhom }) => isPlateFound(vehicleNumber, vehicle) && isBy(byWhom))
    .map((ticket, at) => ({ ...ticket, place: at + 1 }));
}
