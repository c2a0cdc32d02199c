import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { BulkActionResult } from '#contract/bulk-actions.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { type Status, StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { ActionText } from './describe-action.ts';

/** What becomes of one shop or invoice, and its place in the list: a shop may stand there more than once. */
export type Outcome = BulkActionResult & { at: number };

const OTHERS: Record<Exclude<BulkActionResult['status'], 'success'>, Status> = { skipped: 'Unpaid', failed: 'Arrears' };
/** A long word breaks rather than widens its cell. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** How an outcome is called. */
export function wordOf(status: BulkActionResult['status'], words: ActionText, isDone: boolean): string {
  if (status === 'success') return isDone ? words.did : words.will;
  return status === 'skipped' ? 'Skipped' : 'Failed';
}

const shop: Column<Outcome> = { key: 'shop', title: 'Shop', value: ({ shop_id }) => shop_id };
const tenant: Column<Outcome> = { key: 'tenant', title: 'Tenant', value: ({ tenant_name }) => tenant_name };
const invoice: Column<Outcome> = { key: 'invoice', title: 'Invoice', value: ({ invoice_id }) => invoice_id ?? null };
const why: Column<Outcome> = { key: 'why', title: 'Why', value: ({ error }) => error ?? null };

function amountOf({ amount }: ActionText): Column<Outcome> {
  const value = ({ status, amount: made }: Outcome) => (status === 'success' ? (made ?? null) : null);
  return { key: 'amount', title: amount, kind: 'money', value, isSummed: true };
}

function outcomeOf(words: ActionText, isDone: boolean): Column<Outcome> {
  return { key: 'outcome', title: 'Outcome', value: ({ status }) => wordOf(status, words, isDone) };
}

/** The list as the screen shows it; invoices have a column where there are any that can be looked at. */
export function effectColumns(
  words: ActionText,
  isDone: boolean,
  rows: readonly Outcome[],
): readonly Column<Outcome>[] {
  const hasInvoices = rows.some(({ invoice_id }) => invoice_id !== undefined);
  const outcome = outcomeOf(words, isDone);
  return [
    { ...shop, render: (row) => <ShopCell row={row} words={words} isDone={isDone} /> },
    { ...tenant, render: ({ tenant_name }) => <span style={ANYWHERE}>{tenant_name}</span>, isHiddenOnPhone: true },
    ...(hasInvoices ? [{ ...invoice, render: (row: Outcome) => invoiceCell(row, isDone), isHiddenOnPhone: true }] : []),
    amountOf(words),
    {
      ...outcome,
      render: (row) => <OutcomeCell row={row} words={words} isDone={isDone} />,
      isHiddenOnPhone: true,
    },
  ];
}

/** The same in a spreadsheet, each thing in a column of its own. */
export function effectSheet(words: ActionText, isDone: boolean): readonly Column<Outcome>[] {
  return [shop, tenant, invoice, amountOf(words), outcomeOf(words, isDone), why];
}

interface OutcomeProps {
  row: Outcome;
  words: ActionText;
  isDone: boolean;
}

/** A phone has all of it below one another. */
function ShopCell(props: OutcomeProps) {
  const { shop_id, tenant_name, invoice_id } = props.row;
  return (
    <>
      <Anchor component={Link} to={`/shop-summary/${shop_id}`} size="sm" style={{ whiteSpace: 'nowrap' }}>
        {shop_id}
      </Anchor>
      <PhoneOnly>
        {[tenant_name, invoice_id].filter(Boolean).map((text) => (
          <Text key={text} size="xs" c="dimmed" style={ANYWHERE}>
            {text}
          </Text>
        ))}
        <OutcomeCell {...props} />
      </PhoneOnly>
    </>
  );
}

/** An invoice that is only to be made cannot be looked at yet. */
function invoiceCell({ invoice_id, status }: Outcome, isDone: boolean) {
  if (invoice_id === undefined || (!isDone && status === 'success')) return invoice_id ?? '';
  return (
    <Anchor component={Link} to={`/invoices?search=${invoice_id}`} size="sm">
      {invoice_id}
    </Anchor>
  );
}

function OutcomeCell({ row: { status, error }, words, isDone }: OutcomeProps) {
  return (
    <>
      <div>
        <StatusChip status={status === 'success' ? words.like : OTHERS[status]} word={wordOf(status, words, isDone)} />
      </div>
      {error !== undefined && (
        <Text size="xs" c="dimmed" mt={2} style={ANYWHERE}>
          {error}
        </Text>
      )}
    </>
  );
}
