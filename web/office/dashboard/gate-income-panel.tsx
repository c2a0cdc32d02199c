import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { writeFigure } from '#contract/figures.ts';
import type { GateIncome } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { PhonesTable } from '../gate/phones-table.tsx';
import { placeOf } from '../place-of.ts';
import { EarlierPricesTable } from './earlier-prices-table.tsx';
import { IncompleteShiftsTable } from './incomplete-shifts-table.tsx';
import { numberSpan } from './ticket-numbers.ts';

type Person = GateIncome['people'][number];
type LateTickets = GateIncome['late_tickets'][number];
type UnknownShift = GateIncome['unknown_shifts'][number];

/** Returns whether the panel has something to show. */
export function hasGate(gate: GateIncome): boolean {
  const { people, unknown_shifts, incomplete_shifts, late_tickets, earlier_prices, phones, changed_types } = gate;
  const lists = [people, unknown_shifts, incomplete_shifts, late_tickets, earlier_prices, phones];
  return changed_types > 0 || lists.some(({ length }) => length > 0);
}

/** Shows the income from tickets by person: what is in a shift, and what is to be counted. */
export function GateIncomePanel({ income }: { income: GateIncome }) {
  const columns = useMemo(columnsOfPeople, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.gate.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.gate.about')}
      </Text>
      <DataTable<Person>
        label={t('dashboard.gate.title')}
        columns={columns}
        load={loaded(income.people)}
        failure={t('dashboard.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="gate-"
        pageSize={5}
        empty={{ text: t('dashboard.gate.empty') }}
      />
      {income.changed_types > 0 && (
        <Anchor component={Link} to={placeOf('/gate-shifts')} size="sm">
          {t('dashboard.gate.changedTypes', { count: income.changed_types })}
        </Anchor>
      )}
      {income.phones.length > 0 && <PhonesTable load={loaded(income.phones)} level={3} />}
      {income.unknown_shifts.length > 0 && <UnknownShifts shifts={income.unknown_shifts} />}
      {income.incomplete_shifts.length > 0 && <IncompleteShiftsTable shifts={income.incomplete_shifts} />}
      {income.late_tickets.length > 0 && <LateTicketTable tickets={income.late_tickets} />}
      {income.earlier_prices.length > 0 && <EarlierPricesTable tickets={income.earlier_prices} />}
    </Stack>
  );
}

function UnknownShifts({ shifts }: { shifts: readonly UnknownShift[] }) {
  const columns = useMemo(columnsOfShifts, []);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.gate.unknown')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.gate.unknownAbout')}
      </Text>
      <DataTable<UnknownShift>
        label={t('dashboard.gate.unknown')}
        columns={columns}
        load={loaded(shifts)}
        failure={t('dashboard.failed')}
        rowId={({ shift_id, email }) => `${shift_id} ${email}`}
        rowName={({ name }) => t('gate.shifts.row', { issuer: name })}
        prefix="unknown-shifts-"
        pageSize={5}
        empty={{ text: t('gate.shifts.empty') }}
      />
    </Stack>
  );
}

/** Shows the tickets that arrived after a higher number of their phone. */
function LateTicketTable({ tickets }: { tickets: readonly LateTickets[] }) {
  const columns = useMemo(columnsOfLate, []);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.gate.late')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.gate.lateAbout')}
      </Text>
      <DataTable<LateTickets>
        label={t('dashboard.gate.late')}
        columns={columns}
        load={loaded(tickets)}
        failure={t('dashboard.failed')}
        rowId={({ numbers, email }) => `${numbers[0]} ${email}`}
        rowName={({ name }) => name}
        prefix="late-tickets-"
        pageSize={5}
        empty={{ text: t('dashboard.gate.lateEmpty') }}
      />
    </Stack>
  );
}

const PHONELESS = { isHiddenOnPhone: true, isSummed: true } as const;

function columnsOfPeople(): readonly Column<Person>[] {
  return [
    {
      key: 'person',
      title: t('gate.column.by'),
      value: ({ name }) => name,
      render: ({ name, today, month }) => (
        <>
          <Anchor component={Link} to={placeOf('/gate-shifts')} size="sm">
            {name}
          </Anchor>
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {t('dashboard.gate.todayInShifts')}: {writeFigure(today.in_shifts)}
            </Text>
            <Text size="xs" c="dimmed">
              {t('dashboard.gate.monthInShifts')}: {writeFigure(month.in_shifts)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    {
      key: 'today-shifts',
      title: t('dashboard.gate.todayInShifts'),
      kind: 'money',
      value: ({ today }) => today.in_shifts,
      ...PHONELESS,
    },
    {
      key: 'today-count',
      title: t('dashboard.gate.todayToCount'),
      kind: 'money',
      value: ({ today }) => today.to_count,
      isSummed: true,
    },
    {
      key: 'month-shifts',
      title: t('dashboard.gate.monthInShifts'),
      kind: 'money',
      value: ({ month }) => month.in_shifts,
      ...PHONELESS,
    },
    {
      key: 'month-count',
      title: t('dashboard.gate.monthToCount'),
      kind: 'money',
      value: ({ month }) => month.to_count,
      isSummed: true,
    },
  ];
}

function columnsOfShifts(): readonly Column<UnknownShift>[] {
  return [
    { key: 'person', title: t('gate.column.by'), value: ({ name }) => name },
    { key: 'since', title: t('dashboard.gate.since'), kind: 'instant', value: ({ since }) => since },
    { key: 'count', title: t('gate.column.tickets'), kind: 'number', value: ({ count }) => count, isSummed: true },
    { key: 'amount', title: t('dashboard.gate.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}

function columnsOfLate(): readonly Column<LateTickets>[] {
  const phoneless = { isHiddenOnPhone: true } as const;
  return [
    {
      key: 'person',
      title: t('gate.column.by'),
      value: ({ name }) => name,
      render: (late) => (
        <>
          {late.name}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {numberSpan(late)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'numbers', title: t('dashboard.gate.numbers'), value: numberSpan, ...phoneless },
    {
      key: 'count',
      title: t('gate.column.tickets'),
      kind: 'number',
      value: ({ numbers }) => numbers.length,
      isSummed: true,
    },
    { key: 'hours', title: t('dashboard.gate.hoursLate'), kind: 'number', value: ({ hours }) => hours },
    {
      key: 'prices',
      title: t('dashboard.gate.otherPrices'),
      kind: 'number',
      value: ({ other_prices }) => other_prices,
      isSummed: true,
    },
    { key: 'amount', title: t('dashboard.gate.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}
