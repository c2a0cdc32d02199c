import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type StatementLine, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

/** A line has no ID. */
type NumberedLine = StatementLine & { number: number };

const NEWEST = 'newest';

interface StatementTableProps {
  shopId: string;
  /** Loads again when it rises. */
  changes: number;
}

/** Below 0 the shop owes. */
export function StatementTable({ shopId, changes }: StatementTableProps) {
  const load = useLoad(`statement ${shopId} ${changes}`, (signal) =>
    api(shops.statement, { params: { id: shopId } }, { signal }),
  );
  const columns = useMemo(statementColumns, []);
  const [order, chooseOrder] = useAddressFilter('statement-order');
  return (
    <DataTable<NumberedLine>
      label={t('shop-summary.statement.table')}
      columns={columns}
      load={{ ...load, data: load.data && inOrder(load.data.lines, order) }}
      failure={t('shop-summary.statement.failed')}
      rowId={({ number }) => number}
      rowName={({ text }) => text}
      search={t('shop-summary.statement.search')}
      furtherText={({ invoice_id }) => invoice_id ?? ''}
      filters={
        <SegmentedControl
          aria-label={t('shop-summary.statement.order')}
          data={[
            { value: NEWEST, label: t('shop-summary.statement.newest') },
            { value: 'oldest', label: t('shop-summary.statement.oldest') },
          ]}
          value={order || NEWEST}
          onChange={(chosen) => chooseOrder(chosen === NEWEST ? null : chosen)}
        />
      }
      exportName={`Statement ${shopId}`}
      nothingToExport={t('shop-summary.statement.nothingToExport')}
      pageSize={20}
      prefix="statement-"
      empty={{ text: t('shop-summary.statement.empty'), next: t('shop-summary.statement.emptyNext') }}
    />
  );
}

function statementColumns(): readonly Column<NumberedLine>[] {
  const unsorted = { isSortable: false } as const;
  const [charged, paid] = [t('shop-summary.statement.charged'), t('shop-summary.statement.paid')];
  return [
    { key: 'date', title: t('shop-summary.statement.date'), kind: 'instant', value: ({ date }) => date, ...unsorted },
    {
      key: 'text',
      title: t('shop-summary.statement.description'),
      value: ({ text }) => text,
      render: (line) => <DescriptionCell line={line} />,
      ...unsorted,
    },
    {
      key: 'charged',
      title: charged,
      kind: 'money',
      value: (line) => line.charged,
      ...unsorted,
      isHiddenOnPhone: true,
    },
    { key: 'paid', title: paid, kind: 'money', value: (line) => line.paid, ...unsorted, isHiddenOnPhone: true },
    {
      key: 'balance',
      title: t('shop-summary.statement.balance'),
      kind: 'money',
      value: ({ balance }) => balance,
      ...unsorted,
    },
  ];
}

/** `lines` are oldest first. */
function inOrder(lines: readonly StatementLine[], order: string): readonly NumberedLine[] {
  const numbered = lines.map((line, number) => ({ ...line, number }));
  return order === 'oldest' ? numbered : numbered.toReversed();
}

function DescriptionCell({ line }: { line: NumberedLine }) {
  const { charged, paid } = line;
  return (
    <div style={{ minWidth: '6.5rem' }}>
      <Description line={line} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {charged !== null && t('shop-summary.statement.chargedAmount', { amount: formatMoney(charged) })}
        {paid !== null && t('shop-summary.statement.paidAmount', { amount: formatMoney(paid) })}
      </Text>
    </div>
  );
}

function Description({ line: { kind, text, payment_id, invoice_id } }: { line: NumberedLine }) {
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
