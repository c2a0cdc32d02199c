import { Alert, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import type { ImportSummary } from './use-import.ts';

type Fault = ImportSummary['faults'][number];

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

export function ImportCounts({ counts }: { counts: readonly (readonly [string, string])[] }) {
  return (
    <Group gap="sm" component="dl" m={0}>
      {counts.map(([name, value]) => (
        <Count key={name} name={name} value={value} />
      ))}
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

export function ImportRemarks({ warnings = [], notes }: { warnings?: readonly string[]; notes: readonly string[] }) {
  return (
    <>
      <Remarks color="turmeric" title={t('prices.report.warnings')} texts={warnings} />
      <Remarks color="gray" title={t('prices.report.notes')} texts={notes} />
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

export function FaultyLines({ report: { faults, faulty }, hint }: { report: ImportSummary; hint: string }) {
  if (faults.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('prices.report.faults')}
      </Title>
      <Text size="sm">{hint}</Text>
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
