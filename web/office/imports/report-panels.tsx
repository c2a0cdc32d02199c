import { Alert, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type DumpReport, findingOutcomes } from '#contract/imports.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useHiddenColumns } from '#web/ui/table/column-list.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import type { ImportSummary } from './use-import.ts';

type Fault = ImportSummary['faults'][number];

function faultColumns(): Column<Fault & { at: number }>[] {
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
    <Paper withBorder px="md" py="xs">
      <Group gap="lg" component="dl" m={0}>
        {counts.map(([name, value]) => (
          <Count key={name} name={name} value={value} />
        ))}
      </Group>
    </Paper>
  );
}

function Count({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </div>
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

export function Remarks({ color, title, texts }: { color: string; title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Alert color={color} role="note" title={title}>
      <TextList texts={texts} />
    </Alert>
  );
}

export function FaultyLines({ report: { faults, faulty }, hint }: { report: ImportSummary; hint: string }) {
  // Several faults may be of one line.
  const rows = useMemo(() => faults.map((fault, at) => ({ ...fault, at })), [faults]);
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
        load={loaded(rows)}
        failure={t('prices.report.faultsFailed')}
        rowId={({ at }) => at}
        rowName={(fault) => t('prices.report.lineName', { line: String(fault.line) })}
        empty={{ text: t('prices.report.faultsEmpty') }}
        search={t('prices.report.searchFaults')}
        exportName={t('prices.report.faults')}
      />
    </Stack>
  );
}

export function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <List size="sm">
      {texts.map((text) => (
        <List.Item key={text} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </List.Item>
      ))}
    </List>
  );
}

export function DumpReportTables({ report }: { report: DumpReport }) {
  const { notes, tables, findings, finding_count, tenancies, tenancy_count, vat_by_month, accounts } = report;
  return (
    <Stack gap="lg">
      <Remarks color="gray" title={t('prices.report.notes')} texts={notes} />
      <Part title={t('imports.dump.tables')}>
        <DataTable
          label={t('imports.dump.tables')}
          columns={[
            { key: 'table', title: t('imports.dump.table'), value: ({ table }) => table },
            { key: 'read', title: t('imports.dump.read'), kind: 'number', value: ({ read }) => read },
            { key: 'imported', title: t('imports.dump.imported'), kind: 'number', value: ({ imported }) => imported },
            { key: 'changed', title: t('imports.dump.changed'), kind: 'number', value: ({ changed }) => changed },
            { key: 'rejected', title: t('imports.dump.rejected'), kind: 'number', value: ({ rejected }) => rejected },
          ]}
          load={loaded(tables)}
          failure=""
          pageSize={20}
          prefix="rows"
          rowId={({ table }) => table}
          rowName={({ table }) => table}
          empty={{ text: t('imports.rows.empty') }}
        />
      </Part>
      <Part title={t('imports.dump.findings', { count: finding_count })}>
        {finding_count > findings.length && (
          <Text size="sm">{t('imports.rows.first', { count: findings.length })}</Text>
        )}
        <FindingTable label={t('imports.dump.findings', { count: finding_count })} findings={findings} />
      </Part>
      <Part title={t('imports.dump.amounts')}>
        {tenancy_count > tenancies.length && (
          <Text size="sm">{t('imports.rows.first', { count: tenancies.length })}</Text>
        )}
        <AmountTable tenancies={tenancies} />
      </Part>
      {vat_by_month.length > 0 && (
        <Part title={t('imports.dump.vat')}>
          <ImportCounts counts={vat_by_month.map(({ month, vat }) => [formatMonth(month), formatMoney(vat)])} />
        </Part>
      )}
      {accounts.length > 0 && (
        <Part title={t('imports.dump.accounts')}>
          <Text size="sm">{t('imports.dump.accounts.about')}</Text>
          <TextList texts={accounts.map(({ email, role }) => `${email}, ${word('role', role)}`)} />
        </Part>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

type Finding = DumpReport['findings'][number];

function findingColumns(): readonly Column<Finding>[] {
  return [
    { key: 'table', title: t('imports.dump.table'), value: ({ table }) => table },
    { key: 'key', title: t('imports.dump.key'), value: ({ key }) => key, isHiddenOnPhone: true },
    { key: 'code', title: t('imports.dump.finding'), value: ({ code }) => t(`imports.finding.${code}`) },
    {
      key: 'outcome',
      title: t('imports.dump.outcome'),
      value: ({ outcome }) => t(`imports.dump.${outcome}`),
      isHiddenOnPhone: true,
    },
    { key: 'detail', title: t('imports.dump.detail'), value: ({ detail }) => detail, isHiddenOnPhone: true },
  ];
}

function FindingTable({ label, findings }: { label: string; findings: readonly Finding[] }) {
  const columns = useMemo(findingColumns, []);
  const rows = findingOutcomes.flatMap((outcome) => findings.filter((finding) => finding.outcome === outcome));
  return (
    <DataTable
      label={label}
      columns={columns}
      details={useHiddenColumns(columns)}
      load={loaded(rows.map((finding, at) => ({ ...finding, at })))}
      failure=""
      prefix="findings"
      rowId={({ at }) => at}
      rowName={({ table, key }) => `${table} ${key}`}
      empty={{ text: t('imports.dump.findings.empty') }}
      search={t('imports.rows.search')}
      exportName={t('imports.dump.findings.file')}
    />
  );
}

type Tenancy = DumpReport['tenancies'][number];

function amountColumns(): readonly Column<Tenancy>[] {
  const money = (key: string, title: string, value: (row: Tenancy) => number): Column<Tenancy> => ({
    key,
    title,
    kind: 'money',
    value,
    isHiddenOnPhone: !key.endsWith('due'),
  });
  return [
    {
      key: 'shop',
      title: t('imports.dump.shop'),
      value: ({ shop_id, previous_shop_id: was }) =>
        was === shop_id ? shop_id : t('imports.dump.shopWas', { shop: shop_id, was }),
    },
    { key: 'tenant', title: t('imports.dump.tenant'), value: ({ tenant }) => tenant, isHiddenOnPhone: true },
    money('previous_due', t('imports.dump.previousDue'), ({ previous_due }) => previous_due),
    money('due', t('imports.dump.due'), ({ due }) => due),
    money('previous_balance', t('imports.dump.previousBalance'), ({ previous_balance }) => previous_balance),
    money('balance', t('imports.dump.balance'), ({ balance }) => balance),
    money('forgiven', t('imports.dump.forgiven'), ({ forgiven }) => forgiven),
    money('transferred', t('imports.dump.transferred'), ({ transferred }) => transferred),
    money('adjustment', t('imports.dump.adjustment'), ({ adjustment }) => adjustment),
  ];
}

function AmountTable({ tenancies }: { tenancies: readonly Tenancy[] }) {
  const columns = useMemo(amountColumns, []);
  return (
    <DataTable
      label={t('imports.dump.amounts')}
      columns={columns}
      details={useHiddenColumns(columns)}
      load={loaded(tenancies.map((tenancy, at) => ({ ...tenancy, at })))}
      failure=""
      prefix="amounts"
      rowId={({ shop_id, from }) => `${shop_id} ${from}`}
      rowName={({ shop_id }) => shop_id}
      empty={{ text: t('imports.rows.empty') }}
      search={t('imports.rows.search')}
      exportName={t('imports.dump.amounts')}
    />
  );
}
