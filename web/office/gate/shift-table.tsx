import { Text } from '@mantine/core';
import type { Shift } from '#contract/gate.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import type { Column } from '#web/ui/table/table-column.ts';

const PHONELESS = { isHiddenOnPhone: true } as const;

/** Whoever counts the cash of an open shift sees no sum of it. */
function allColumns(seesSums: boolean) {
  const ifSeen = (shift: Shift, rupees: number) => (seesSums || shift.closed_at !== null ? rupees : null);
  return {
    opened: { key: 'opened', title: t('gate.column.opened'), kind: 'instant', value: (shift) => shift.opened_at },
    closed: { key: 'closed', title: t('gate.column.closed'), kind: 'instant', value: (shift) => shift.closed_at },
    by: { key: 'by', title: t('gate.column.by'), value: (shift) => shift.byWhom },
    device: { key: 'device', title: t('gate.column.device'), value: (shift) => shift.device },
    opening: money('opening', 'gate.column.openingCash', { value: (shift) => shift.opening_cash }),
    tickets: {
      key: 'tickets',
      title: t('gate.column.tickets'),
      kind: 'number',
      value: (shift) => shift.ticket_count,
      isSummed: true,
    },
    income: money('income', 'gate.column.income', {
      value: (shift) => ifSeen(shift, shift.ticket_sum),
      isSummed: true,
    }),
    expected: money('expected', 'gate.column.expected', { value: (shift) => ifSeen(shift, shift.expected_cash) }),
    counted: money('counted', 'gate.column.counted', { value: (shift) => shift.counted_cash }),
    difference: money('difference', 'gate.column.difference', { value: (shift) => shift.difference, isSummed: true }),
    reason: { key: 'reason', title: t('gate.column.reason'), value: (shift) => shift.reason },
  } as const satisfies Record<string, Column<Shift>>;
}

export function shiftColumns(seesSums: boolean): readonly Column<Shift>[] {
  const { opened, by, opening, tickets, income, expected, counted, difference, reason } = allColumns(seesSums);
  return [
    { ...by, render: (shift) => <By shift={shift} expected={expected.value(shift)} /> },
    { ...opened, render: (shift) => <Opened shift={shift} />, ...PHONELESS },
    { ...opening, ...PHONELESS },
    { ...tickets, render: (shift) => <Tickets count={shift.ticket_count} sum={income.value(shift)} />, ...PHONELESS },
    { ...expected, ...PHONELESS },
    { ...counted, ...PHONELESS },
    { ...difference, render: (shift) => <Difference shift={shift} /> },
    { ...reason, ...PHONELESS, width: 160 },
  ];
}

export function shiftSheetColumns(seesSums: boolean): readonly Column<Shift>[] {
  return Object.values(allColumns(seesSums));
}

function money(
  key: string,
  title: MessageKey,
  options: { value: (shift: Shift) => number | null; isSummed?: boolean },
) {
  return { key, title: t(title), kind: 'money', ...options } as const satisfies Column<Shift>;
}

function Opened({ shift: { opened_at, closed_at } }: { shift: Shift }) {
  return (
    <>
      {formatInstant(opened_at)}
      <Text size="xs" c="dimmed">
        {closed_at === null ? t('gate.cell.notClosed') : t('gate.cell.closed', { time: formatInstant(closed_at) })}
      </Text>
    </>
  );
}

interface ByProps {
  shift: Shift;
  expected: number | null;
}

function By({ shift: { byWhom, device, opened_at, reason }, expected: sum }: ByProps) {
  const expected = sum === null ? '' : t('gate.cell.expected', { amount: formatMoney(sum) });
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '9rem' }}>
      {byWhom}
      {device !== null && (
        <Text size="xs" c="dimmed">
          {t('gate.cell.device', { code: device })}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {[formatInstant(opened_at), expected, reason].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

function Tickets({ count, sum }: { count: number; sum: number | null }) {
  return (
    <>
      {formatNumber(count)}
      {sum !== null && (
        <Text size="xs" c="dimmed">
          {formatMoney(sum)}
        </Text>
      )}
    </>
  );
}

/** Enough contrast in light and in dark. */
const COLOURS = {
  open: 'light-dark(#12407a, #d3e5ff)',
  short: 'var(--mantine-color-error)',
  over: 'light-dark(#6a4200, #ffe3a3)',
};

function Difference({ shift: { difference } }: { shift: Shift }) {
  if (difference === 0) return t('gate.cell.difference', { kind: 'none' });
  const kind = difference === null ? 'open' : difference < 0 ? 'short' : 'over';
  return (
    <Text size="sm" fw={600} c={COLOURS[kind]} style={{ whiteSpace: 'normal' }}>
      {t('gate.cell.difference', { kind, amount: formatMoney(Math.abs(difference ?? 0)) })}
    </Text>
  );
}
