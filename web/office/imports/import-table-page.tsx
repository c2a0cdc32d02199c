import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { dayOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { writeNumber } from '#contract/figures.ts';
import { type ImportSubject, imports } from '#contract/imports.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { type Load, loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { ImportFrame } from './import-frame.tsx';
import { FaultyLines, ImportCounts, ImportRemarks } from './report-panels.tsx';
import { filledSheets } from './source-form.tsx';
import { type TableImport, useTableImport } from './use-import.ts';

type Report = Answer<typeof imports.table>;
type LastImports = Answer<typeof imports.last>;

const PLACES = {
  shops: { path: '/import-shops', list: placeOf('/view-shops') },
  products: { path: '/import-products', list: placeOf('/view-products') },
} as const;

export function ImportShopsPage() {
  return <ImportTablePage subject="shops" />;
}

export function ImportProductsPage() {
  return <ImportTablePage subject="products" />;
}

function ImportTablePage({ subject }: { subject: ImportSubject }) {
  const last = useLoad('last imports', (signal) => api(imports.last, {}, { signal }));
  const run = useTableImport<Report, undefined>({
    initial: undefined,
    notSaved: t('imports.notSaved'),
    async send({ csv, answers, write }) {
      const report = await api(imports.table, { params: { subject }, body: { csv, answers, write } });
      if (report.written) last.reload();
      return report;
    },
  });
  return (
    <Screen path={PLACES[subject].path}>
      {subject === 'products' && run.source === undefined && <StarterPanel onLoaded={last.reload} />}
      <ImportFrame
        run={run}
        subject={{
          file: t(`imports.${subject}.file`),
          hint: t(`imports.${subject}.hint`),
          example: t(`imports.${subject}.example`),
          whichSheet: t('imports.whichSheet'),
          findSheets: filledSheets,
        }}
      >
        {(report) => <TableReport subject={subject} run={run} report={report} />}
      </ImportFrame>
      <UndoPanel subject={subject} last={last} onUndone={run.reset} />
    </Screen>
  );
}

interface TableReportProps {
  subject: ImportSubject;
  run: TableImport<Report>;
  report: Report;
}

function TableReport({ subject, run, report }: TableReportProps) {
  const { lines, added, unchanged, faulty, notes, rows, accepted, written } = report;
  const counts = [
    [t('prices.report.lines'), lines],
    [t('imports.count.added'), added],
    [t('imports.count.unchanged'), unchanged],
    [t('prices.report.faults'), faulty],
  ] as const;
  return (
    <Stack gap="lg">
      {written && (
        <Alert color="leaf" role="status" title={t('imports.saved', { count: added })}>
          <Group gap="md">
            <Anchor component={Link} to={PLACES[subject].list}>
              {t(`imports.open.${subject}`)}
            </Anchor>
            <Anchor component={Link} to={placeOf('/admin-dashboard')}>
              {t('imports.toSetup')}
            </Anchor>
          </Group>
        </Alert>
      )}
      <ImportCounts counts={counts.map(([name, count]) => [name, writeNumber(count)])} />
      <ImportRemarks notes={notes} />
      {!written && <WriteBar run={run} report={report} />}
      <FaultyLines report={report} hint={t('imports.mendFirst')} />
      {!written && rows.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {t('imports.rows')}
          </Title>
          {accepted > rows.length && <Text size="sm">{t('imports.rows.first', { count: rows.length })}</Text>}
          <DataTable
            label={t('imports.rows')}
            columns={[
              { key: 'line', title: t('prices.report.line'), kind: 'number', value: ({ line }) => line },
              { key: 'text', title: t('imports.rows.what'), value: ({ text }) => text },
            ]}
            load={loaded(rows)}
            failure={t('prices.report.faultsFailed')}
            rowId={({ line }) => line}
            rowName={({ line }) => t('prices.report.lineName', { line: String(line) })}
            empty={{ text: t('imports.rows.empty') }}
            search={t('imports.rows.search')}
          />
        </Stack>
      )}
    </Stack>
  );
}

function WriteBar({ run, report }: { run: TableImport<Report>; report: Report }) {
  const { added, faulty, questions } = report;
  const isOpen = questions.some(({ answer }) => answer === null);
  const hint = isOpen
    ? t('imports.answerFirst')
    : faulty > 0
      ? t('imports.mendFirst')
      : added === 0
        ? t('imports.nothingToSave')
        : t('imports.notYet');
  return (
    <Group gap="sm">
      <Button
        disabled={!run.isCurrent || isOpen || faulty > 0 || added === 0}
        loading={run.state === 'writing'}
        onClick={() => void run.write()}
      >
        {t('imports.save', { count: added })}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {hint}
      </Text>
    </Group>
  );
}

function StarterPanel({ onLoaded }: { onLoaded: () => void }) {
  const load = async () => {
    const isDone = await callAndTell({ call: () => api(imports.starter, {}), failed: t('imports.starter.failed') });
    if (isDone) onLoaded();
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {t('imports.starter.title')}
        </Title>
        <Text size="sm">{t('imports.starter.about')}</Text>
        <Button variant="light" onClick={() => void load()}>
          {t('imports.starter.load')}
        </Button>
      </Stack>
    </Paper>
  );
}

interface UndoPanelProps {
  subject: ImportSubject;
  last: Load<LastImports>;
  onUndone: () => void;
}

/** Shows what was imported last, and a button that undoes it. */
function UndoPanel({ subject, last, onUndone }: UndoPanelProps) {
  const kept = last.data?.find((one) => one.subject === subject);
  if (!kept) return null;
  const { at, by, ...counts } = kept;
  const undo = async () => {
    const isDone = await confirmAndCall(
      {
        title: t('imports.undo.title'),
        body: <Text size="sm">{t(`imports.undo.${subject}`, counts)}</Text>,
        action: t('imports.undo'),
      },
      { call: () => api(imports.undo, { params: { subject } }), failed: t('imports.undo.failed') },
    );
    if (!isDone) return;
    onUndone();
    last.reload();
  };
  return (
    <Group gap="sm">
      <Text size="sm">{t('imports.undo.last', { day: formatOfficeDay(dayOf(at)), by })}</Text>
      <Button variant="default" size="xs" onClick={() => void undo()}>
        {t('imports.undo')}
      </Button>
    </Group>
  );
}
