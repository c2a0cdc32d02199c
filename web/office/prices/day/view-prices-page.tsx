import { Anchor, Button, Group, Highlight, Text } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Day, day, isDay } from '#billing/calendar.ts';
import type { ListedPrice } from '#contract/prices.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { Screen } from '../../shell/screen.tsx';
import { loadPriceDay, type PriceDay } from './load-price-day.ts';

const NOTHING = 'No daily prices found.';

const COLUMNS: readonly Column<ListedPrice>[] = [
  { key: 'id', title: 'ID', value: (row) => String(row.id), isSearched: false, isHiddenOnPhone: true },
  { key: 'date', title: 'Date', kind: 'day', value: (row) => day(row.date), isHiddenOnPhone: true },
  {
    key: 'item',
    title: 'Item',
    value: (row) => row.product.name,
    render: (row, search) => <Item row={row} search={search} />,
  },
  { key: 'min', title: 'Min', kind: 'money', value: (row) => row.min_price, isHiddenOnPhone: true },
  { key: 'max', title: 'Max', kind: 'money', value: (row) => row.max_price, isHiddenOnPhone: true },
];

/** A day's prices to look up, to export and to correct (specification 2, section 2, daily prices). */
export function ViewPricesPage() {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) ? asked : null;
  const load = useLoad(`prices ${date}`, (signal) => loadPriceDay(date, browserToday(), signal));
  const choose = (chosen: Day | null) => change({ date: chosen ?? '', page: undefined });
  const shownDate = date ?? load.data?.date ?? null;
  return (
    <Screen path="/view-dailyprices" actions={<BackToManagement />}>
      <DataTable<ListedPrice>
        label="Daily prices"
        columns={COLUMNS}
        load={{ ...load, data: load.data?.rows }}
        failure="Failed to fetch daily prices."
        rowId={(row) => row.id}
        rowName={(row) => row.product.name}
        rowActions={(row) => [
          { label: 'Edit', icon: IconPencil, to: `/edit-dailyprice/${row.date}/${row.product_id}` },
        ]}
        search="Search by item name"
        furtherText={({ product }) => [product.name_si, product.name_ta, product.code].join('\n')}
        filters={<DayChooser date={shownDate} around={load.data} choose={choose} />}
        empty={{ text: NOTHING, next: <EnterPrices date={shownDate} /> }}
        nothingFits={NOTHING}
        exportName={`Daily prices ${shownDate ?? ''}`.trim()}
        nothingToExport="No prices to export"
      />
    </Screen>
  );
}

function BackToManagement() {
  return (
    <Button component={Link} to="/daily-price" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      Back to Management
    </Button>
  );
}

/**
 * The item leads to its product; what was searched for is marked in each of its three names. A phone has no room for
 * the columns of the two prices: there they stand below the names.
 */
function Item({ row, search }: { row: ListedPrice; search: string }) {
  const { name, name_si, name_ta } = row.product;
  const marks = { highlight: search.split(/\s+/).filter(Boolean), accentInsensitive: false, inherit: true } as const;
  return (
    <>
      <Anchor component={Link} to={`/product-summary/${row.product_id}`} fw={600}>
        <Highlight {...marks} component="span">
          {name}
        </Highlight>
      </Anchor>
      <Group fz="sm" c="dimmed" gap={0} style={{ columnGap: '1rem' }}>
        <Highlight {...marks} component="span" lang="si">
          {name_si}
        </Highlight>
        <Highlight {...marks} component="span" lang="ta">
          {name_ta}
        </Highlight>
      </Group>
      <Text size="sm" hiddenFrom="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(row.min_price)} – {formatMoney(row.max_price)}
      </Text>
    </>
  );
}

interface DayChooserProps {
  date: Day | null;
  around: PriceDay | undefined;
  choose: (date: Day | null) => void;
}

/** The day shown, and the nearest days with a list before and after it. */
function DayChooser({ date, around, choose }: DayChooserProps) {
  return (
    <Group gap="xs" align="flex-end">
      <Step to={around?.previous} word="Previous day" choose={choose} />
      <DayField label="Date" value={date} onChange={choose} clearable={false} latest={browserToday()} />
      <Step to={around?.next} word="Next day" choose={choose} />
    </Group>
  );
}

function Step({ to, word, choose }: { to: Day | null | undefined; word: string; choose: (date: Day) => void }) {
  const Shape = word === 'Next day' ? IconChevronRight : IconChevronLeft;
  return (
    <Button
      variant="default"
      px="xs"
      disabled={!to}
      aria-label={to ? `${word} with prices, ${formatOfficeDay(to)}` : `${word}: none with prices`}
      title={to ? formatOfficeDay(to) : undefined}
      onClick={() => to && choose(to)}
    >
      <Shape size={18} aria-hidden />
    </Button>
  );
}

function EnterPrices({ date }: { date: Day | null }) {
  return (
    <Button component={Link} to={date ? `/add-dailyprice?date=${date}` : '/add-dailyprice'}>
      {date ? `Enter the prices of ${formatOfficeDay(date)}` : 'Enter prices'}
    </Button>
  );
}
