import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { sumCents, toRupees } from '#billing/money.ts';
import { type Debtor, dashboard } from '#contract/dashboard.ts';
import { centsOf, writeFigure } from '#contract/figures.ts';
import { MOST_REMINDED } from '#contract/reminders.ts';
import { type ReminderLevel, reminderLevels } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Selection, useSelection } from '#web/ui/table/use-selection.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { placeOf } from '../place-of.ts';
import { PromiseCell, ReminderDialog } from '../reminders/reminders.tsx';
import { useMay } from '../session/use-may.ts';

function part(key: string, title: string, value: (debtor: Debtor) => number): Column<Debtor> {
  const render = (debtor: Debtor) => (value(debtor) === 0 ? '–' : writeFigure(value(debtor)));
  return {
    key,
    title,
    value: (debtor) => value(debtor) || null,
    render,
    kind: 'money',
    isSummed: true,
    isHiddenOnPhone: true,
  };
}

interface ArrearsColumns {
  columns: readonly Column<Debtor>[];
  /**
   * The columns of the spreadsheet. Tenants have a separate column only there; on screen, the tenant's name is below
   * the shop's.
   */
  sheet: readonly Column<Debtor>[];
}

function arrearsColumns(): ArrearsColumns {
  const shop: Column<Debtor> = { key: 'shop', title: t('dashboard.arrears.shop'), value: ({ shop_id }) => shop_id };
  const name: Column<Debtor> = {
    key: 'name',
    title: t('dashboard.arrears.name'),
    value: ({ shop_name }) => shop_name,
  };
  const tenant: Column<Debtor> = {
    key: 'tenant',
    title: t('dashboard.arrears.tenant'),
    value: nameOf,
  };
  const amounts: Column<Debtor>[] = [
    {
      key: 'total',
      title: t('dashboard.arrears.total'),
      kind: 'money',
      value: ({ total_owed }) => total_owed,
      render: (debtor) => <TotalCell debtor={debtor} />,
      isSummed: true,
    },
    part('not_due', t('dashboard.arrears.notDue'), ({ not_due }) => not_due),
    part('days_1_30', t('dashboard.arrears.days', { days: '1–30' }), ({ days_1_30 }) => days_1_30),
    part('days_31_60', t('dashboard.arrears.days', { days: '31–60' }), ({ days_31_60 }) => days_31_60),
    part('days_61_90', t('dashboard.arrears.days', { days: '61–90' }), ({ days_61_90 }) => days_61_90),
    part('days_over_90', t('dashboard.arrears.over90'), ({ days_over_90 }) => days_over_90),
    part('debt', t('dashboard.arrears.debt'), ({ debt }) => debt),
  ];
  const reminder: Column<Debtor> = {
    key: 'reminder',
    title: t('reminders.list.column'),
    value: writeReminder,
    render: (debtor) => (
      <div style={{ minWidth: '8rem' }}>
        <LastReminder debtor={debtor} />
      </div>
    ),
    isHiddenOnPhone: true,
  };
  const columns = [
    { ...shop, render: (debtor: Debtor) => <ShopCell debtor={debtor} /> },
    {
      ...name,
      title: t('dashboard.arrears.nameAndTenant'),
      render: (debtor: Debtor) => <NameCell debtor={debtor} />,
      isHiddenOnPhone: true,
    },
    ...amounts.slice(0, 1),
    reminder,
    ...amounts.slice(1),
  ];
  const promised = part('promised', t('shop-summary.due.promised'), ({ promised_cheques }) =>
    toRupees(sumCents(promised_cheques.map(({ amount }) => centsOf(amount)))),
  );
  return { columns, sheet: [shop, name, tenant, ...amounts, promised, reminder] };
}

function nameOf({ tenant_name, former }: Debtor): string {
  return former ? t('dashboard.arrears.former', { name: tenant_name }) : tenant_name;
}

function NameCell({ debtor }: { debtor: Debtor }) {
  const { shop_name } = debtor;
  return (
    <div style={{ width: '12rem' }}>
      <Text size="sm" style={{ overflowWrap: 'break-word' }}>
        {shop_name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'break-word' }}>
        {nameOf(debtor)}
      </Text>
    </div>
  );
}

function ShopCell({ debtor }: { debtor: Debtor }) {
  const { shop_id } = debtor;
  return (
    <>
      <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} fw={700} size="sm">
        {shop_id}
      </Anchor>
      <PhoneOnly>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'break-word' }}>
          {nameOf(debtor)}
        </Text>
        <LastReminder debtor={debtor} />
      </PhoneOnly>
    </>
  );
}

function TotalCell({ debtor: { total_owed, oldest_month, promised_cheques } }: { debtor: Debtor }) {
  return (
    <>
      {writeFigure(total_owed)}
      {oldest_month !== null && (
        <Text size="xs" c="dimmed">
          {t('dashboard.arrears.since', { month: formatMonth(oldest_month) })}
        </Text>
      )}
      {promised_cheques.map(({ amount, counts_from }) => (
        <Text key={counts_from} size="xs" style={{ whiteSpace: 'normal' }}>
          {t('dashboard.arrears.promised', { amount: writeFigure(amount), day: formatOfficeDay(counts_from) })}
        </Text>
      ))}
    </>
  );
}

function writeReminder({ reminder_level, reminded_on }: Debtor): string {
  if (reminder_level === null || reminded_on === null) return '';
  return `${t(`reminders.level.${reminder_level}`)}, ${formatOfficeDay(reminded_on)}`;
}

function LastReminder({ debtor }: { debtor: Debtor }) {
  return (
    <>
      <Text size="xs">
        <Unbroken text={writeReminder(debtor)} />
      </Text>
      <PromiseCell promise={debtor} />
    </>
  );
}

const AGES = ['0', '30', '60', '90'] as const;
const PEOPLE = ['broken', 'former'] as const;

interface ArrearsFilter {
  /** The minimum number of days overdue. */
  age: (typeof AGES)[number] | '';
  level: ReminderLevel | 'noLevel' | '';
  who: (typeof PEOPLE)[number] | '';
}

function isWanted(debtor: Debtor, { age, level, who }: ArrearsFilter): boolean {
  // A debt that is covered by cheques of a later day is not overdue, however old it is, and is not asked for.
  if (age !== '' && (debtor.overdue === 0 || overdueBy(debtor, age) === 0)) return false;
  if (level !== '' && (debtor.reminder_level ?? 'noLevel') !== level) return false;
  if (who === 'broken') return debtor.promise_broken;
  return who === '' || debtor.former;
}

function overdueBy({ overdue, ...debtor }: Debtor, age: (typeof AGES)[number]): number {
  const { days_31_60, days_61_90, days_over_90 } = debtor;
  return { 0: overdue, 30: days_31_60 + days_61_90 + days_over_90, 60: days_61_90 + days_over_90, 90: days_over_90 }[
    age
  ];
}

function ArrearsFilters({ filter, setFilter }: { filter: ArrearsFilter; setFilter: (filter: ArrearsFilter) => void }) {
  return (
    <>
      <ChoiceField
        aria-label={t('reminders.list.age')}
        none={t('reminders.list.anyAge')}
        data={AGES.map((value) => ({ value, label: t('reminders.list.over', { days: Number(value) }) }))}
        value={filter.age}
        onChange={(age) => setFilter({ ...filter, age })}
      />
      <ChoiceField
        aria-label={t('reminders.list.level')}
        none={t('reminders.list.anyLevel')}
        data={[
          { value: 'noLevel' as const, label: t('reminders.list.noLevel') },
          ...reminderLevels.map((value) => ({ value, label: t(`reminders.level.${value}`) })),
        ]}
        value={filter.level}
        onChange={(level) => setFilter({ ...filter, level })}
      />
      <ChoiceField
        aria-label={t('reminders.list.who')}
        none={t('reminders.list.everybody')}
        data={PEOPLE.map((value) => ({ value, label: t(`reminders.list.${value}`) }))}
        value={filter.who}
        onChange={(who) => setFilter({ ...filter, who })}
      />
    </>
  );
}

/** Nobody is reminded of what is not overdue, or is covered by cheques that count later. */
function mayRemind({ overdue }: Debtor): boolean {
  return overdue > 0;
}

interface ReminderBarProps {
  fitting: readonly Debtor[];
  selection: Selection;
  write: () => void;
}

function ReminderBar({ fitting, selection: { ids, add, clear }, write }: ReminderBarProps) {
  const all = fitting.filter(mayRemind).map(({ tenancy_id }) => String(tenancy_id));
  const leftOut = fitting.length - all.length;
  const isAll = all.every((id) => ids.includes(id));
  return (
    <Group gap="sm">
      <Button disabled={ids.length === 0 || ids.length > MOST_REMINDED} onClick={write}>
        {t('reminders.list.write')}
      </Button>
      <Text size="sm" role="status">
        {t('reminders.list.selected', { count: ids.length })}
      </Text>
      {!isAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => add(all)}>
          {t('reminders.list.selectAll', { count: all.length })}
        </Button>
      )}
      {ids.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          {t('reminders.list.clear')}
        </Button>
      )}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {t('reminders.list.leftOut', { count: leftOut })}
        </Text>
      )}
    </Group>
  );
}

export function ArrearsPanel({ emptyNext }: { emptyNext: ReactNode }) {
  const { columns, sheet } = useMemo(arrearsColumns, []);
  const mayWrite = useMay('books.write');
  const selection = useSelection();
  const [isWriting, setIsWriting] = useState(false);
  const [chosen, setChosen] = useState<ArrearsFilter>({ age: '', level: '', who: '' });
  const filter = useCallback((debtor: Debtor) => isWanted(debtor, chosen), [chosen]);
  // The selection is cleared, because tenants whose rows are no longer shown must not be reminded.
  const setFilter = (next: ArrearsFilter) => {
    selection.clear();
    setChosen(next);
  };
  const load = useLoad('arrears', async (signal) => (await api(dashboard.arrears, {}, { signal })).debtors);
  return (
    <Stack gap="xs">
      <div>
        <Group gap="var(--space-2)">
          <Title order={2} size="h4">
            {t('dashboard.arrears.title')}
          </Title>
          <ArrestInfo />
        </Group>
        <Text size="sm" c="dimmed">
          {t('dashboard.arrears.about')}
        </Text>
      </div>
      <DataTable<Debtor>
        label={t('dashboard.arrears.table')}
        columns={columns}
        load={load}
        failure={t('dashboard.arrears.failed')}
        rowId={({ tenancy_id }) => String(tenancy_id)}
        rowName={({ shop_id }) => shop_id}
        search={t('dashboard.arrears.search')}
        furtherText={nameOf}
        filter={filter}
        filters={<ArrearsFilters filter={chosen} setFilter={setFilter} />}
        selection={mayWrite ? selection : undefined}
        mayTick={mayRemind}
        {...(mayWrite && {
          bar: (fitting: readonly Debtor[]) =>
            fitting.length > 0 && (
              <ReminderBar fitting={fitting} selection={selection} write={() => setIsWriting(true)} />
            ),
        })}
        exportName="Arrears"
        exportColumns={sheet}
        empty={{ text: t('dashboard.arrears.empty'), next: emptyNext }}
      />
      {isWriting && (
        <ReminderDialog
          tenancyIds={selection.ids.map(Number)}
          onDone={load.reload}
          onClose={() => {
            setIsWriting(false);
            selection.clear();
          }}
        />
      )}
    </Stack>
  );
}
