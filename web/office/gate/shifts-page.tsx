import IconDeviceMobile from 'virtual:icons/device-mobile';
import IconLock from 'virtual:icons/lock';
import IconPrinter from 'virtual:icons/printer';
import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { writeFigure, writeNumber } from '#contract/figures.ts';
import { gate, type ListedShift } from '#contract/gate.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { PersonName, personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { openPrint } from '../tickets/print/print-ticket.ts';
import { ChangedTypesTable } from './changed-types-table.tsx';
import { CloseShiftDialog } from './close-shift-dialog.tsx';
import { GateCashPanel } from './gate-cash-panel.tsx';
import { MissingTickets } from './missing-tickets.tsx';
import { MonthIncomePanel } from './month-income-panel.tsx';
import { OwnCash } from './own-cash.tsx';
import { PhonesTable } from './phones-table.tsx';

export function ShiftsPage() {
  const [chosen, chooseDate] = useAddressFilter('date');
  const date = dayOrNone(chosen);
  const seesSums = useMay('shifts.all');
  const own = useSession()?.email;
  const [closing, setClosing] = useState<ListedShift>();
  const [closings, setClosings] = useState(0);
  const columns = useMemo(shiftColumns, []);
  const load = useLoad(`shifts ${date}`, async (signal) =>
    openFirst(await api(gate.shifts, { query: { date: date ?? '' } }, { signal })),
  );
  return (
    <Screen path="/gate-shifts" actions={<ToGate />}>
      {seesSums && <MissingTickets />}
      <OwnCash />
      <DataTable<ListedShift>
        label={t('gate.shifts.label')}
        columns={columns}
        load={load}
        failure={t('gate.shifts.failed')}
        rowId={({ id }) => id}
        rowName={({ byWhom }) => t('gate.shifts.row', { issuer: personName(byWhom) })}
        search={t('gate.shifts.search')}
        rowActions={(shift) => {
          const { id, closed_at, byWhom } = shift;
          if (closed_at !== null)
            return [
              {
                label: t('gate.slip.open'),
                icon: IconPrinter,
                onClick: () => openPrint(placeOf('/print/shift/:id', { id })),
              },
            ];
          return seesSums && byWhom !== own
            ? [{ label: t('gate.close.open'), icon: IconLock, onClick: () => setClosing(shift) }]
            : [];
        }}
        furtherText={deviceOf}
        filters={
          <DayField
            aria-label={t('gate.shifts.date')}
            placeholder={t('gate.shifts.allDays')}
            value={date}
            onChange={chooseDate}
            latest={browserToday()}
            appliesAtOnce
            clearable
            w={190}
          />
        }
        empty={{ text: t('gate.shifts.empty'), next: t('gate.shifts.emptyHint') }}
        exportName={t('gate.shifts.file')}
        exportColumns={shiftSheetColumns()}
        nothingToExport={t('gate.shifts.nothingToExport')}
      />
      {seesSums && <GateCashPanel key={closings} offersFloats />}
      {seesSums && <Phones />}
      {seesSums && <ChangedTypesTable />}
      {seesSums && <MonthIncomePanel />}
      {closing && (
        <CloseShiftDialog
          shift={closing}
          onClose={() => setClosing(undefined)}
          onClosed={() => {
            load.reload();
            setClosings(closings + 1);
          }}
        />
      )}
    </Screen>
  );
}

function Phones() {
  return <PhonesTable load={useLoad('phones', (signal) => api(gate.phones, {}, { signal }))} level={2} />;
}

function deviceOf({ device }: ListedShift): string {
  return device ?? '';
}

function openFirst(shifts: readonly ListedShift[]): ListedShift[] {
  return shifts.toSorted((a, b) => Number(a.closed_at !== null) - Number(b.closed_at !== null));
}

function ToGate() {
  return (
    <Button component="a" href="/gate" variant="default" leftSection={<IconDeviceMobile size={18} aria-hidden />}>
      {t('gate.shifts.gateScreen')}
    </Button>
  );
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function allColumns() {
  return {
    opened: { key: 'opened', title: t('gate.column.opened'), kind: 'instant', value: (shift) => shift.opened_at },
    closed: { key: 'closed', title: t('gate.column.closed'), kind: 'instant', value: (shift) => shift.closed_at },
    closedBy: {
      key: 'closedBy',
      title: t('gate.column.closedBy'),
      kind: 'person',
      value: (shift) => shift.closed_by_other,
    },
    by: { key: 'by', title: t('gate.column.by'), kind: 'person', value: (shift) => shift.byWhom },
    device: { key: 'device', title: t('gate.column.device'), value: (shift) => shift.device },
    opening: money('opening', 'gate.column.openingCash', { value: (shift) => shift.opening_cash }),
    tickets: {
      key: 'tickets',
      title: t('gate.column.tickets'),
      kind: 'number',
      value: (shift) => shift.ticket_count,
      isSummed: true,
    },
    copies: {
      key: 'copies',
      title: t('gate.column.copies'),
      kind: 'number',
      value: (shift) => shift.copies_printed,
      isSummed: true,
    },
    income: money('income', 'gate.column.income', {
      value: (shift) => shift.ticket_sum,
      isSummed: true,
    }),
    expected: money('expected', 'gate.column.expected', { value: (shift) => shift.expected_cash }),
    counted: money('counted', 'gate.column.counted', { value: (shift) => shift.counted_cash }),
    difference: money('difference', 'gate.column.difference', { value: (shift) => shift.difference, isSummed: true }),
    reason: { key: 'reason', title: t('gate.column.reason'), value: (shift) => shift.reason },
  } as const satisfies Record<string, Column<ListedShift>>;
}

function shiftColumns(): readonly Column<ListedShift>[] {
  const { opened, by, opening, tickets, income, expected, counted, difference, reason } = allColumns();
  return [
    { ...by, render: (shift) => <By shift={shift} expected={expected.value(shift)} /> },
    { ...opened, render: (shift) => <Opened shift={shift} />, ...PHONELESS },
    { ...opening, ...PHONELESS },
    { ...tickets, render: (shift) => <Tickets shift={shift} sum={income.value(shift)} />, ...PHONELESS },
    { ...expected, ...PHONELESS },
    { ...counted, ...PHONELESS },
    { ...difference, render: (shift) => <Difference shift={shift} /> },
    { ...reason, ...PHONELESS, width: 160 },
  ];
}

export function shiftSheetColumns(): readonly Column<ListedShift>[] {
  return Object.values(allColumns());
}

function money(
  key: string,
  title: MessageKey,
  options: { value: (shift: ListedShift) => number | null; isSummed?: boolean },
) {
  return { key, title: t(title), kind: 'money', ...options } as const satisfies Column<ListedShift>;
}

function Opened({ shift: { opened_at, closed_at, closed_by_other } }: { shift: ListedShift }) {
  return (
    <>
      {formatInstant(opened_at)}
      <Text size="xs" c="dimmed">
        {closed_at === null ? t('gate.cell.notClosed') : t('gate.cell.closed', { time: formatInstant(closed_at) })}
      </Text>
      {closed_by_other !== null && <ClosedBy email={closed_by_other} />}
    </>
  );
}

function ClosedBy({ email }: { email: string }) {
  return (
    <Text size="xs" fw={700} style={{ whiteSpace: 'normal' }}>
      {t('gate.cell.closedBy', { person: personName(email) })}
    </Text>
  );
}

interface ByProps {
  shift: ListedShift;
  expected: number | null;
}

function By({ shift: { byWhom, device, opened_at, reason, closed_by_other }, expected: sum }: ByProps) {
  const expected = sum === null ? '' : t('gate.cell.expected', { amount: formatMoney(sum) });
  const closedBy = closed_by_other === null ? '' : t('gate.cell.closedBy', { person: personName(closed_by_other) });
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '9rem' }}>
      <PersonName email={byWhom} />
      {device !== null && (
        <Text size="xs" c="dimmed">
          {t('gate.cell.device', { code: device })}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <Unbroken text={[formatInstant(opened_at), expected, closedBy, reason].filter(Boolean).join(' · ')} />
      </Text>
    </div>
  );
}

function Tickets({ shift: { ticket_count, copies_printed }, sum }: { shift: ListedShift; sum: number | null }) {
  return (
    <>
      {writeNumber(ticket_count)}
      {sum !== null && (
        <Text size="xs" c="dimmed">
          {formatMoney(sum)}
        </Text>
      )}
      {copies_printed !== null && copies_printed > 0 && (
        <Text size="xs" c="dimmed">
          {t('gate.cell.copies', { count: copies_printed })}
        </Text>
      )}
    </>
  );
}

/** Colours with enough contrast in light and in dark mode. */
const COLOURS = {
  open: 'light-dark(#12407a, #d3e5ff)',
  short: 'var(--mantine-color-error)',
  over: 'light-dark(#6a4200, #ffe3a3)',
};

function Difference({ shift: { difference } }: { shift: ListedShift }) {
  if (difference === 0) return t('gate.cell.difference', { kind: 'none' });
  const kind = difference === null ? 'open' : difference < 0 ? 'short' : 'over';
  return (
    <Text size="sm" fw={700} c={COLOURS[kind]} style={{ whiteSpace: 'normal' }}>
      {t('gate.cell.difference', { kind, amount: writeFigure(Math.abs(difference ?? 0)) })}
    </Text>
  );
}
