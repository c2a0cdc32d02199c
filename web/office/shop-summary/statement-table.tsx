import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type StatementLine, shops } from '#contract/shops.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

/** A line with its place in the statement, by which it is told from others of the same moment. */
type NumberedLine = StatementLine & { number: number };

const columns: readonly Column<NumberedLine>[] = [
  { key: 'date', title: 'Date', kind: 'instant', value: ({ date }) => date, isSortable: false },
  {
    key: 'text',
    title: 'What',
    value: ({ text }) => text,
    render: (line) => <WhatCell line={line} />,
    isSortable: false,
  },
  {
    key: 'charged',
    title: 'Charged',
    kind: 'money',
    value: ({ charged }) => charged,
    isSortable: false,
    isHiddenOnPhone: true,
  },
  { key: 'paid', title: 'Paid', kind: 'money', value: ({ paid }) => paid, isSortable: false, isHiddenOnPhone: true },
  { key: 'balance', title: 'Balance', kind: 'money', value: ({ balance }) => balance, isSortable: false },
];

const NEWEST = 'newest';
const orders = [
  { value: NEWEST, label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

interface StatementTabProps {
  shopId: string;
  /** Rises with every change of the books: the statement is fetched anew. */
  changes: number;
}

/** All that happened to the money of the shop, as on a bank statement; below 0 the shop owes. */
export function StatementTab({ shopId, changes }: StatementTabProps) {
  const load = useLoad(`statement ${shopId} ${changes}`, (signal) =>
    api(shops.statement, { params: { id: shopId } }, { signal }),
  );
  const [order, chooseOrder] = useAddressFilter('statement-order');
  return (
    <DataTable<NumberedLine>
      label="Statement"
      columns={columns}
      load={{ ...load, data: load.data && inOrder(load.data.lines, order) }}
      failure="Failed to load the statement."
      rowId={({ number }) => number}
      rowName={({ text }) => text}
      search="Search the statement"
      furtherText={({ invoice_id }) => invoice_id ?? ''}
      filters={
        <SegmentedControl
          aria-label="Order of the statement"
          data={orders}
          value={order || NEWEST}
          onChange={(chosen) => chooseOrder(chosen === NEWEST ? null : chosen)}
        />
      }
      exportName={`Statement ${shopId}`}
      nothingToExport="No lines to export"
      pageSize={20}
      prefix="statement-"
      empty={{ text: 'Nothing happened yet.', next: 'The first invoice or payment begins the statement.' }}
    />
  );
}

/** The lines come oldest first. */
function inOrder(lines: readonly StatementLine[], order: string): readonly NumberedLine[] {
  const numbered = lines.map((line, number) => ({ ...line, number }));
  return order === 'oldest' ? numbered : numbered.toReversed();
}

/** What happened; on a phone with the figure whose column is hidden there. */
function WhatCell({ line }: { line: NumberedLine }) {
  const { charged, paid } = line;
  return (
    <div style={{ minWidth: '6.5rem' }}>
      <What line={line} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {charged !== null && `charged ${formatMoney(charged)}`}
        {paid !== null && `paid ${formatMoney(paid)}`}
      </Text>
    </div>
  );
}

/** What happened, leading to the receipt or the invoice it is about. */
function What({ line: { kind, text, payment_id, invoice_id } }: { line: NumberedLine }) {
  const { change } = useAddress();
  const style = { overflowWrap: 'anywhere', textAlign: 'start', whiteSpace: 'normal' } as const;
  if (kind === 'payment' && payment_id !== null)
    return (
      <Anchor component={Link} to={`/receipt/${payment_id}`} size="sm" style={style}>
        {text}
      </Anchor>
    );
  if (invoice_id === null) return text;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      style={style}
      onClick={() => change({ tab: 'invoices', 'invoices-search': invoice_id, 'invoices-page': undefined })}
    >
      {text}
    </Anchor>
  );
}
