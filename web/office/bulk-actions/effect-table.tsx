import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import type { BulkActionResult } from '#contract/bulk-actions.ts';
import { type Status, shopOutcomes } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';
import { titleOf } from '../screen.tsx';
import { actionText, type ManualActionInfo, manualActions, statusText } from './describe-action.ts';

/** A result with its position, because a shop can be listed more than once. */
type PlacedResult = BulkActionResult & { at: number };

interface EffectTableProps {
  action: ManualActionInfo;
  results: readonly BulkActionResult[];
  isDone: boolean;
}

export function EffectTable({ action, results, isDone }: EffectTableProps) {
  const [chosen, choose] = useAddressFilter('show');
  const rows = useMemo(
    () =>
      results.map((result, at): PlacedResult => ({ ...result, at })).sort((one, other) => rankOf(one) - rankOf(other)),
    [results],
  );
  const choices = shopOutcomes
    .map((status) => ({ status, count: rows.filter((row) => row.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => ({
      value: status,
      label: t('bulk-actions.list.statusCount', { status: statusText(action, status, isDone), count }),
    }));
  const shown = choices.some(({ value }) => value === chosen) ? chosen : '';
  const filter = useCallback(({ status }: PlacedResult) => shown === '' || status === shown, [shown]);
  const columns = useMemo(() => screenColumns(action, isDone, rows), [action, isDone, rows]);
  const title = titleOf(action.path);
  const isInvoices = action === manualActions['generate-invoices'];
  return (
    <DataTable
      label={t(isDone ? 'bulk-actions.list.result' : 'bulk-actions.list.preview')}
      columns={columns}
      load={loaded(rows)}
      failure=""
      rowId={({ at }) => at}
      rowName={({ shop_id }) => shop_id}
      search={t('bulk-actions.list.search')}
      furtherText={({ tenant_name, invoice_id, error }) => [tenant_name, invoice_id, error].join('\n')}
      filter={filter}
      {...(choices.length > 1 && {
        filters: (
          <SegmentedControl
            aria-label={t('bulk-actions.list.show')}
            data={[{ value: '', label: t('bulk-actions.list.all', { count: rows.length }) }, ...choices]}
            value={shown}
            onChange={choose}
          />
        ),
      })}
      exportName={t(isDone ? 'bulk-actions.list.resultFile' : 'bulk-actions.list.previewFile', { title })}
      exportColumns={Object.values(allColumns(action, isDone))}
      empty={{
        text: actionText(action, 'nothing'),
        next: t(isInvoices ? 'bulk-actions.invoices.first' : 'bulk-actions.list.nothingToday'),
      }}
    />
  );
}

function allColumns(action: ManualActionInfo, isDone: boolean) {
  return {
    shop: { key: 'shop', title: t('bulk-actions.column.shop'), value: ({ shop_id }) => shop_id },
    tenant: { key: 'tenant', title: t('bulk-actions.column.tenant'), value: ({ tenant_name }) => tenant_name },
    invoice: {
      key: 'invoice',
      title: t('bulk-actions.column.invoice'),
      value: ({ invoice_id }) => invoice_id ?? null,
    },
    amount: {
      key: 'amount',
      title: actionText(action, 'amount'),
      kind: 'money',
      value: ({ status, amount }) => (status === 'success' ? (amount ?? null) : null),
      isSummed: true,
    },
    outcome: {
      key: 'outcome',
      title: t('bulk-actions.column.outcome'),
      value: ({ status }) => statusText(action, status, isDone),
    },
    reason: { key: 'why', title: t('bulk-actions.column.reason'), value: ({ error }) => error ?? null },
  } as const satisfies Record<string, Column<PlacedResult>>;
}

function screenColumns(
  action: ManualActionInfo,
  isDone: boolean,
  rows: readonly PlacedResult[],
): readonly Column<PlacedResult>[] {
  const { shop, tenant, invoice, amount, outcome } = allColumns(action, isDone);
  const hasInvoices = rows.some(({ invoice_id }) => invoice_id !== undefined);
  const invoiceColumn: Column<PlacedResult> = {
    ...invoice,
    render: (row) => invoiceCell(row, isDone),
    isHiddenOnPhone: true,
  };
  return [
    { ...shop, render: (row) => <ShopCell row={row} action={action} isDone={isDone} /> },
    { ...tenant, render: ({ tenant_name }) => <span style={ANYWHERE}>{tenant_name}</span>, isHiddenOnPhone: true },
    ...(hasInvoices ? [invoiceColumn] : []),
    amount,
    {
      ...outcome,
      render: (row) => <ResultCell row={row} action={action} isDone={isDone} />,
      isHiddenOnPhone: true,
    },
  ];
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

interface ResultProps {
  row: PlacedResult;
  action: ManualActionInfo;
  isDone: boolean;
}

function ShopCell(props: ResultProps) {
  const { shop_id, tenant_name, invoice_id } = props.row;
  return (
    <>
      <Anchor
        component={Link}
        to={placeOf('/shop-summary/:shopId', { shopId: shop_id })}
        size="sm"
        style={{ whiteSpace: 'nowrap' }}
      >
        {shop_id}
      </Anchor>
      <PhoneOnly>
        {[tenant_name, invoice_id].filter(Boolean).map((text) => (
          <Text key={text} size="xs" c="dimmed" style={ANYWHERE}>
            {text}
          </Text>
        ))}
        <ResultCell {...props} />
      </PhoneOnly>
    </>
  );
}

/** Returns the invoice's id, as a link if the invoice exists already. */
function invoiceCell({ invoice_id, status }: PlacedResult, isDone: boolean) {
  if (invoice_id === undefined || (!isDone && status === 'success')) return invoice_id ?? '';
  return (
    <Anchor component={Link} to={placeOf('/invoices', { search: invoice_id })} size="sm">
      {invoice_id}
    </Anchor>
  );
}

const CHIPS: Record<'skipped' | 'failed', Status> = { skipped: 'Unpaid', failed: 'Arrears' };

function ResultCell({ row: { status, error }, action, isDone }: ResultProps) {
  return (
    <>
      <div>
        <StatusChip
          status={status === 'success' ? action.like : CHIPS[status]}
          word={statusText(action, status, isDone)}
        />
      </div>
      {error !== undefined && (
        <Text size="xs" c="dimmed" mt="var(--space-1)" style={ANYWHERE}>
          {error}
        </Text>
      )}
    </>
  );
}

/** Returns the sort position of a result; failed results come first. */
function rankOf({ status }: BulkActionResult): number {
  return status === 'failed' ? -1 : shopOutcomes.indexOf(status);
}
