import { Alert, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { day } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { describeClosed } from '../closed-day.ts';
import type { ImportReport } from './use-import.ts';

type Fault = ImportReport['faults'][number];

function faultColumns(): Column<Fault>[] {
  return [
    { key: 'line', title: t('prices.report.line'), kind: 'number', value: (fault) => fault.line },
    { key: 'reason', title: t('prices.report.reason'), value: (fault) => fault.reason },
    {
      key: 'text',
      title: t('prices.report.text'),
      value: (fault) => fault.text,
      render: ({ text }) => (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ),
    },
  ];
}

export function ImportCounts({ report }: { report: ImportReport }) {
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
  return (
    <Group gap="sm" component="dl" m={0}>
      {counts.map(([name, count]) => (
        <Count key={name} name={name} value={formatNumber(count)} />
      ))}
      <Count name={t('prices.report.days')} value={daysOf(report)} />
    </Group>
  );
}

function Count({ name, value }: { name: string; value: string }) {
  return (
    <Paper withBorder px="md" py="xs" component="div">
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </Paper>
  );
}

export function ImportRemarks({ report }: { report: ImportReport }) {
  return (
    <>
      <Remarks color="turmeric" title={t('prices.report.warnings')} texts={report.warnings} />
      <Remarks color="gray" title={t('prices.report.notes')} texts={report.notes} />
    </>
  );
}

function Remarks({ color, title, texts }: { color: string; title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Alert color={color} role="note" title={title}>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

export function daysOf({ first_day, last_day }: ImportReport): string {
  if (first_day === null || last_day === null) return t('prices.report.noDays');
  const [first, last] = [formatOfficeDay(day(first_day)), formatOfficeDay(day(last_day))];
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

export function FaultyLines({ report: { faults, faulty } }: { report: ImportReport }) {
  if (faults.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('prices.report.faults')}
      </Title>
      <Text size="sm">{t('prices.report.faultsHint')}</Text>
      {faulty > faults.length && <Text size="sm">{t('prices.report.faultsFirst', { count: faults.length })}</Text>}
      <DataTable
        label={t('prices.report.faults')}
        columns={faultColumns()}
        load={loaded(faults)}
        failure={t('prices.report.faultsFailed')}
        rowId={(fault) => fault.line}
        rowName={(fault) => t('prices.report.lineName', { line: String(fault.line) })}
        empty={{ text: t('prices.report.faultsEmpty') }}
        search={t('prices.report.searchFaults')}
        exportName={t('prices.report.faults')}
      />
    </Stack>
  );
}
