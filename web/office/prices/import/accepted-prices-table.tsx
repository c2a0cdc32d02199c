import { Alert, Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { day } from '#billing/calendar.ts';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { ImportCounts } from '../../imports/report-panels.tsx';
import { describeClosed } from '../closed-day.ts';
import { shortDay, warnOfSlip } from '../judge-entry.ts';
import { formatPair, pairOf } from '../read-price.ts';
import type { ImportReport } from './use-price-import.ts';

type Accepted = ImportReport['prices'][number];

function columns(): Column<Accepted>[] {
  return [
    { key: 'line', title: t('prices.report.line'), kind: 'number', value: ({ line }) => line, isHiddenOnPhone: true },
    { key: 'date', title: t('prices.list.date'), kind: 'day', value: ({ date }) => date },
    {
      key: 'item',
      title: t('prices.list.item'),
      value: ({ product }) => product,
      render: (row) => <Product row={row} />,
    },
    { key: 'prices', title: t('prices.report.prices'), value: (row) => formatPair(pairOf(row)) },
    { key: 'last', title: t('prices.report.last'), value: nameLast, isHiddenOnPhone: true },
    { key: 'status', title: t('prices.report.status'), value: nameStatus, isHiddenOnPhone: true },
  ];
}

export function AcceptedPrices({ report }: { report: ImportReport }) {
  const { prices, accepted, unusual } = report;
  if (prices.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={2} size="h4">
          {t('prices.report.accepted')}
        </Title>
        {unusual > 0 && (
          <Badge color="turmeric" variant="light" tt="none">
            {t('prices.save.warnings', { count: unusual }).replace(/:$/, '')}
          </Badge>
        )}
      </Group>
      {accepted > prices.length && <Text size="sm">{t('prices.report.acceptedFirst', { count: prices.length })}</Text>}
      <DataTable
        label={t('prices.report.accepted')}
        columns={columns()}
        load={loaded(prices)}
        failure={t('prices.report.faultsFailed')}
        rowId={({ date, product_id }) => `${date} ${product_id}`}
        rowName={({ line }) => t('prices.report.lineName', { line: String(line) })}
        empty={{ text: t('prices.list.empty') }}
        search={t('prices.list.search')}
      />
    </Stack>
  );
}

function Product({ row }: { row: Accepted }) {
  return (
    <>
      <Text size="sm">{row.product}</Text>
      {slipsOf(row).map((warning) => (
        <Text key={warning} size="xs" fw={700} c="var(--mantine-color-turmeric-light-color)">
          {warning}
        </Text>
      ))}
    </>
  );
}

function slipsOf(row: Pick<Accepted, 'last' | 'slips' | 'min_price' | 'max_price'>): string[] {
  const { last, slips } = row;
  if (last === null) return [];
  const pair = pairOf(row);
  const lastPair = pairOf(last);
  return slips.flatMap(({ side }) => warnOfSlip(side, pair[side], lastPair[side]) ?? []);
}

function nameLast({ date, last }: Accepted): string {
  return last ? `${formatPair(pairOf(last))} · ${shortDay(last.date, date)}` : '–';
}

function nameStatus({ status, old }: Accepted): string {
  if (status === 'updated' && old) return t('prices.note.was', { prices: formatPair(pairOf(old)) });
  return t(status === 'unchanged' ? 'prices.report.unchanged' : `prices.report.${status}`);
}

export function PriceCounts({ report }: { report: ImportReport }) {
  const { lines, accepted, added, updated, unchanged, faulty, waiting, skipped } = report;
  const counts: [string, number][] = [
    [t('prices.report.lines'), lines],
    [t('prices.report.accepted'), accepted],
    [t('prices.report.added'), added],
    [t('prices.report.updated'), updated],
    [t('prices.report.unchanged'), unchanged],
    [t('prices.report.faults'), faulty],
    ...(waiting > 0 ? [[t('prices.report.waiting'), waiting] as [string, number]] : []),
    ...(skipped > 0 ? [[t('prices.report.skipped'), skipped] as [string, number]] : []),
    [t('prices.report.noPrice'), lines - accepted - faulty - waiting - skipped],
  ];
  const written = counts.map(([name, count]) => [name, writeNumber(count)] as const);
  return <ImportCounts counts={[...written, [t('prices.report.days'), daysOf(report)]]} />;
}

export function daysOf({ first_day, last_day }: ImportReport): string {
  if (first_day === null || last_day === null) return t('prices.report.noDays');
  const first = formatOfficeDay(day(first_day));
  const last = formatOfficeDay(day(last_day));
  return first === last ? first : t('prices.report.dayRange', { first, last });
}

const MOST_CLOSED = 10;

export function ClosedDays({ days }: { days: ImportReport['closed_days'] }) {
  if (days.length === 0) return null;
  return (
    <Alert color="turmeric" role="note" title={t('prices.report.closed', { count: days.length })}>
      <List size="sm">
        {days.slice(0, MOST_CLOSED).map(({ date, closed }) => (
          <List.Item key={date}>
            {t('prices.report.closedDay', { day: formatOfficeDay(date), reason: describeClosed(closed) })}
          </List.Item>
        ))}
        {days.length > MOST_CLOSED && <List.Item>…</List.Item>}
      </List>
    </Alert>
  );
}
