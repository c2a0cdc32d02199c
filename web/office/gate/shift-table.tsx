import { Text } from '@mantine/core';
import type { Shift } from '#contract/gate.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import type { Column } from '#web/ui/table/table-column.ts';

const PHONELESS = { isHiddenOnPhone: true } as const;

const opened: Column<Shift> = { key: 'opened', title: 'Opened', kind: 'instant', value: (shift) => shift.opened_at };
const by: Column<Shift> = { key: 'by', title: 'By', value: ({ byWhom }) => byWhom };
const device: Column<Shift> = { key: 'device', title: 'Device', value: (shift) => shift.device };
const closed: Column<Shift> = { key: 'closed', title: 'Closed', kind: 'instant', value: (shift) => shift.closed_at };
const opening = money('opening', 'Opening cash', ({ opening_cash }) => opening_cash);
const tickets: Column<Shift> = {
  key: 'tickets',
  title: 'Tickets',
  kind: 'number',
  value: ({ ticket_count }) => ticket_count,
  isSummed: true,
};
const income = money('income', 'Income', ({ ticket_sum }) => ticket_sum, true);
const expected = money('expected', 'Expected', ({ expected_cash }) => expected_cash);
const counted = money('counted', 'Counted', ({ counted_cash }) => counted_cash);
const difference = money('difference', 'Difference', (shift) => shift.difference, true);
const reason: Column<Shift> = { key: 'reason', title: 'Reason', value: (shift) => shift.reason };

/** A shift as the screen lists it; a phone shows whose it is and whether its cash is right. */
export const shiftColumns: readonly Column<Shift>[] = [
  { ...by, render: (shift) => <By shift={shift} /> },
  { ...opened, render: (shift) => <Opened shift={shift} />, ...PHONELESS },
  { ...opening, ...PHONELESS },
  { ...tickets, render: (shift) => <Tickets shift={shift} />, ...PHONELESS },
  { ...expected, ...PHONELESS },
  { ...counted, ...PHONELESS },
  { ...difference, render: (shift) => <Difference shift={shift} /> },
  { ...reason, ...PHONELESS, width: 160 },
];

/** The same in a spreadsheet, with each fact in a column of its own. */
export const shiftSheetColumns: readonly Column<Shift>[] = [
  opened,
  closed,
  by,
  device,
  opening,
  tickets,
  income,
  expected,
  counted,
  difference,
  reason,
];

function money(key: string, title: string, value: (shift: Shift) => number | null, isSummed = false): Column<Shift> {
  return { key, title, kind: 'money', value, isSummed };
}

function Opened({ shift: { opened_at, closed_at } }: { shift: Shift }) {
  return (
    <>
      {formatInstant(opened_at)}
      <Text size="xs" c="dimmed">
        {closed_at === null ? 'not closed' : `to ${formatInstant(closed_at)}`}
      </Text>
    </>
  );
}

function By({ shift: { byWhom, device: letters, opened_at, expected_cash, reason: why } }: { shift: Shift }) {
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '11rem' }}>
      {byWhom}
      {letters !== null && (
        <Text size="xs" c="dimmed">
          Device {letters}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {[formatInstant(opened_at), `expected ${formatMoney(expected_cash)}`, why].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

function Tickets({ shift: { ticket_count, ticket_sum } }: { shift: Shift }) {
  return (
    <>
      {formatNumber(ticket_count)}
      <Text size="xs" c="dimmed">
        {formatMoney(ticket_sum)}
      </Text>
    </>
  );
}

/** What the cash is off by, in a word and a colour with contrast enough for it in light and in dark. */
function Difference({ shift: { difference: off } }: { shift: Shift }) {
  if (off === null) return <Word text="Open" colour="light-dark(#12407a, #d3e5ff)" />;
  if (off === 0) return 'Right';
  const colour = off < 0 ? 'var(--mantine-color-error)' : 'light-dark(#6a4200, #ffe3a3)';
  return <Word text={`${off < 0 ? 'Short' : 'Over'} ${formatMoney(Math.abs(off))}`} colour={colour} />;
}

function Word({ text, colour }: { text: string; colour: string }) {
  return (
    <Text size="sm" fw={600} c={colour}>
      {text}
    </Text>
  );
}
