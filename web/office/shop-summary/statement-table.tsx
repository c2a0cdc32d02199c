import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { addMonths, type Day, firstDayOf, monthOf } from '#billing/calendar.ts';
import { writeFigure } from '#contract/figures.ts';
import { type Statement, type StatementLine, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { dayOrNone, PickedDays, rangeFault } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { VoidAmount, VoidMark } from '../payments/payment-table.tsx';
import { placeOf } from '../place-of.ts';
import { StatementPaperPanel } from './statement-paper-panel.tsx';

/**
 * A row of the statement, numbered because lines have no ID. The balances at both ends of a period are rows of the kind
 * `end`.
 */
type StatementRow = Omit<StatementLine, 'date' | 'kind' | 'paper_text'> & {
  number: number;
  date: StatementLine['date'] | null;
  kind: StatementLine['kind'] | 'end';
};

const NEWEST = 'newest';

interface StatementTableProps {
  shopId: string;
  /** A number that rises with every change to the ledger, which reloads the statement. */
  changes: number;
}

/** The statement of a tenancy, whose id is in the address: `?tenancy=31`. A balance below 0 is a debt of the tenant. */
export function StatementTable({ shopId, changes }: StatementTableProps) {
  const period = useStatementPeriod();
  const load = useStatementLoad({ shopId, changes }, period);
  const statement = load.data;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" justify="space-between">
        <PeriodForm period={period} />
        {statement && <StatementPaperPanel statement={statement} />}
      </Group>
      {period.fault === undefined && <Lines shopId={shopId} load={load} />}
    </Stack>
  );
}

function useStatementLoad({ shopId, changes }: StatementTableProps, { from, to, fault }: ChosenPeriod) {
  const tenancy_id = useAddress().get('tenancy');
  const query = {
    ...(tenancy_id !== '' && { tenancy_id }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
  return useLoad<Statement | undefined>(`statement ${shopId} ${JSON.stringify(query)} ${changes}`, async (signal) =>
    fault === undefined ? api(shops.statement, { params: { id: shopId }, query }, { signal }) : undefined,
  );
}

function Lines({ shopId, load }: { shopId: string; load: Load<Statement | undefined> }) {
  const columns = useMemo(statementColumns, []);
  const [order, chooseOrder] = useAddressFilter('statement-order');
  return (
    <DataTable<StatementRow>
      label={t('shop-summary.statement.table')}
      columns={columns}
      load={{ ...load, data: load.data && inOrder(load.data, order) }}
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
      exportName={t('shop-summary.statement.file', { shop: shopId })}
      nothingToExport={t('shop-summary.statement.nothingToExport')}
      pageSize={20}
      prefix="statement-"
      empty={{ text: t('shop-summary.statement.empty'), next: t('shop-summary.statement.emptyNext') }}
    />
  );
}

function PeriodForm({ period }: { period: ChosenPeriod }) {
  const { name, from, to, fault, choose, chooseDays } = period;
  return (
    <Group gap="sm" align="flex-start">
      <ChoiceField
        label={t('shop-summary.statement.period')}
        data={statementPeriods.map((value) => ({ value, label: t(`shop-summary.statement.period.${value}`) }))}
        value={name}
        onChange={choose}
        w={170}
      />
      {name === 'own' && <PickedDays from={from} to={to} fault={fault} onChange={chooseDays} />}
    </Group>
  );
}

function statementColumns(): readonly Column<StatementRow>[] {
  const unsorted = { isSortable: false } as const;
  const charged = t('shop-summary.statement.charged');
  const paid = t('shop-summary.statement.paid');
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
    {
      key: 'paid',
      title: paid,
      kind: 'money',
      value: (line) => line.paid,
      render: ({ paid: amount, voided }) =>
        voided === null ? amount !== null && writeFigure(amount) : <VoidAmount amount={voided} />,
      isKept: true,
      ...unsorted,
      isHiddenOnPhone: true,
    },
    {
      key: 'balance',
      title: t('shop-summary.statement.column.balance'),
      kind: 'money',
      // The screen shows what the tenant owes, as the printed statement does.
      value: ({ balance }) => (balance === 0 ? 0 : -balance),
      render: ({ balance }) => <span style={{ whiteSpace: 'normal' }}>{writeBalance(balance)}</span>,
      ...unsorted,
    },
  ];
}

/** Formats a debt without a sign, and marks a credit. */
function writeBalance(balance: number): string {
  const amount = writeFigure(Math.abs(balance));
  return balance > 0 ? t('shop-summary.statement.credit', { amount }) : amount;
}

/** The balances at both ends are shown only for a period. */
function inOrder({ lines, ...statement }: Statement, order: string): readonly StatementRow[] {
  const { from, to, opening_balance, closing_balance } = statement;
  const isPeriod = from !== null || to !== null;
  const rows: Omit<StatementRow, 'number'>[] = [
    ...(isPeriod ? [endOf('opening', from, opening_balance)] : []),
    ...lines,
    ...(isPeriod ? [endOf('closing', to, closing_balance)] : []),
  ];
  const numbered = rows.map((row, number) => ({ ...row, number }));
  return order === 'oldest' ? numbered : numbered.toReversed();
}

function endOf(side: 'opening' | 'closing', day: Day | null, balance: number): Omit<StatementRow, 'number'> {
  const text =
    day === null
      ? t(`shop-summary.statement.${side}`)
      : t(`shop-summary.statement.${side}On`, { day: formatOfficeDay(day) });
  return {
    kind: 'end',
    date: null,
    text,
    balance,
    invoice_id: null,
    payment_id: null,
    charged: null,
    paid: null,
    voided: null,
  };
}

function DescriptionCell({ line }: { line: StatementRow }) {
  const { charged, paid, voided } = line;
  return (
    <div style={{ minWidth: '6.5rem' }}>
      <Description line={line} />
      <Text component="div" size="xs" c="dimmed" hiddenFrom="sm">
        {charged !== null && t('shop-summary.statement.chargedAmount', { amount: writeFigure(charged) })}
        {paid !== null && t('shop-summary.statement.paidAmount', { amount: writeFigure(paid) })}
        {voided !== null && (
          <>
            <s>{t('shop-summary.statement.paidAmount', { amount: writeFigure(voided) })}</s> <VoidMark />
          </>
        )}
      </Text>
    </div>
  );
}

function Description({ line: { kind, text, payment_id, invoice_id } }: { line: StatementRow }) {
  const { change } = useAddress();
  const style = { overflowWrap: 'break-word', textAlign: 'start', whiteSpace: 'normal' } as const;
  if (kind === 'payment' && payment_id !== null)
    return (
      <Anchor component={Link} to={placeOf('/receipt/:paymentId', { paymentId: payment_id })} size="sm" style={style}>
        <Unbroken text={text} />
      </Anchor>
    );
  if (kind === 'end')
    return (
      <strong>
        <Unbroken text={text} />
      </strong>
    );
  if (invoice_id === null) return <Unbroken text={text} />;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      style={style}
      onClick={() => change({ tab: undefined, 'invoices-search': invoice_id, 'invoices-page': undefined })}
    >
      <Unbroken text={text} />
    </Anchor>
  );
}

const statementPeriods = ['all', 'month', 'quarter', 'year', 'own'] as const;
type StatementPeriodName = (typeof statementPeriods)[number];

interface StatementDays {
  from: Day | null;
  to: Day | null;
}

interface ChosenPeriod extends StatementDays {
  name: StatementPeriodName;
  fault: string | undefined;
  choose: (name: StatementPeriodName) => void;
  chooseDays: (from: Day | null, to: Day | null) => void;
}

function useStatementPeriod(): ChosenPeriod {
  const { get, change } = useAddress();
  const name = statementPeriods.find((one) => one === get('statement-period')) ?? 'all';
  const own = { from: dayOrNone(get('statement-from')), to: dayOrNone(get('statement-to')) };
  const days = name === 'own' ? own : daysOf(name, browserToday());
  const chooseDays = (from: Day | null, to: Day | null) =>
    change({ 'statement-from': from ?? '', 'statement-to': to ?? '', 'statement-page': undefined });
  return {
    ...days,
    name,
    fault: rangeFault(days.from, days.to),
    choose(next) {
      // At first, a custom period has the dates that were shown before.
      const { from, to } = next === 'own' ? days : { from: null, to: null };
      change({
        'statement-period': next === 'all' ? '' : next,
        'statement-page': undefined,
        'statement-from': from ?? '',
        'statement-to': to ?? '',
      });
    },
    chooseDays,
  };
}

function daysOf(name: Exclude<StatementPeriodName, 'own'>, today: Day): StatementDays {
  const month = firstDayOf(monthOf(today));
  switch (name) {
    case 'all':
      return { from: null, to: null };
    case 'month':
      return { from: month, to: today };
    case 'quarter':
      return { from: addMonths(month, -2), to: today };
    case 'year':
      return { from: addMonths(month, 1 - Number(month.slice(5, 7))), to: today };
  }
}
