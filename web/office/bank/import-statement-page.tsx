import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { type BankStatement, bank } from '#contract/bank.ts';
import type { Answer } from '#contract/call.ts';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { ImportFrame } from '../imports/import-frame.tsx';
import { FaultyLines, ImportCounts, ImportRemarks } from '../imports/report-panels.tsx';
import { filledSheets } from '../imports/source-form.tsx';
import { type TableImport, useTableImport } from '../imports/use-import.ts';
import { placeOf } from '../place-of.ts';
import { askReason } from '../reason.tsx';
import { Screen } from '../screen.tsx';

type Report = Answer<typeof bank.importStatement>;

/** Imports a statement of a bank account, after showing which lines it adds. */
export function ImportStatementPage() {
  const { id = '' } = useParams();
  const statements = useLoad(`bank statements ${id}`, (signal) => api(bank.statements, { params: { id } }, { signal }));
  const run = useTableImport<Report, undefined>({
    initial: undefined,
    notSaved: t('imports.notSaved'),
    async send({ csv, answers, write, name }) {
      const report = await api(bank.importStatement, { params: { id }, body: { csv, answers, write, name } });
      if (report.written) statements.reload();
      return report;
    },
  });
  return (
    <Screen path="/bank-accounts/:id/import">
      <ImportFrame
        run={run}
        subject={{
          file: t('bank.import.file'),
          hint: t('bank.import.hint'),
          example: t('bank.import.example'),
          whichSheet: t('imports.whichSheet'),
          findSheets: filledSheets,
        }}
      >
        {(report) => <StatementReport id={id} run={run} report={report} />}
      </ImportFrame>
      <Statements rows={statements.data ?? []} onRemoved={statements.reload} />
    </Screen>
  );
}

function StatementReport({ id, run, report }: { id: string; run: TableImport<Report>; report: Report }) {
  const { added, unchanged, faulty, notes, rows, written, opening, closing, first_day, last_day } = report;
  const counts = [
    [t('bank.import.days'), [first_day, last_day].map((day) => day && formatOfficeDay(day)).join(' – ')],
    [t('bank.import.opening'), opening === null ? '–' : formatMoney(opening)],
    [t('bank.import.in'), formatMoney(report.in.amount)],
    [t('bank.import.out'), formatMoney(report.out.amount)],
    [t('bank.import.closing'), closing === null ? '–' : formatMoney(closing)],
    [t('imports.count.added'), writeNumber(added)],
    [t('imports.count.unchanged'), writeNumber(unchanged)],
    [t('prices.report.faults'), writeNumber(faulty)],
  ] as const;
  return (
    <Stack gap="lg">
      {written && (
        <Alert color="leaf" role="status" title={t('bank.import.saved', { count: added })}>
          <Anchor component={Link} to={placeOf('/bank-accounts/:id', { id })}>
            {t('bank.import.toLines')}
          </Anchor>
        </Alert>
      )}
      <ImportCounts counts={counts} />
      <ImportRemarks notes={notes} />
      {!written && <WriteBar run={run} report={report} />}
      <FaultyLines report={report} hint={t('imports.mendFirst')} />
      {!written && rows.length > 0 && (
        <DataTable
          label={t('imports.rows')}
          columns={[
            { key: 'line', title: t('prices.report.line'), kind: 'number', value: ({ line }) => line },
            { key: 'day', title: t('bank.line.day'), kind: 'day', value: ({ day }) => day },
            { key: 'text', title: t('bank.line.text'), value: ({ text }) => text },
            { key: 'amount', title: t('bank.line.amount'), kind: 'money', value: ({ amount }) => amount },
            {
              key: 'status',
              title: t('bank.line.state'),
              value: ({ status }) => t(`bank.import.${status}`),
              isHiddenOnPhone: true,
            },
          ]}
          load={loaded(rows)}
          failure={t('prices.report.faultsFailed')}
          rowId={({ line }) => line}
          rowName={({ line }) => t('prices.report.lineName', { line: String(line) })}
          empty={{ text: t('imports.rows.empty') }}
          search={t('imports.rows.search')}
        />
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
        ? t('bank.import.nothingNew')
        : t('imports.notYet');
  return (
    <Group gap="sm">
      <Button
        disabled={!run.isCurrent || isOpen || faulty > 0 || added === 0}
        loading={run.state === 'writing'}
        onClick={() => void run.write()}
      >
        {t('bank.import.save', { count: added })}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {hint}
      </Text>
    </Group>
  );
}

function Statements({ rows, onRemoved }: { rows: readonly BankStatement[]; onRemoved: () => void }) {
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('bank.statements.title')}
      </Title>
      {rows.map((statement) => (
        <OneStatement key={statement.statement_id} statement={statement} onRemoved={onRemoved} />
      ))}
    </Stack>
  );
}

function OneStatement({ statement, onRemoved }: { statement: BankStatement; onRemoved: () => void }) {
  const { statement_id, name, first_day, last_day, added, imported_by } = statement;
  const days = { first: formatOfficeDay(first_day), last: formatOfficeDay(last_day) };
  const sentence = t('bank.statements.one', { name, ...days, count: added, by: imported_by });
  const remove = async () => {
    const idempotencyKey = newKey();
    const isDone = await askReason(
      { title: t('bank.statements.remove'), sentence, action: t('bank.statements.remove') },
      (reason) =>
        callAndTell({
          call: () =>
            api(bank.removeStatement, { params: { id: String(statement_id) }, body: { reason } }, { idempotencyKey }),
          failed: t('bank.statements.removeFailed'),
        }),
    );
    if (isDone) onRemoved();
  };
  return (
    <Group gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
      <Button
        variant="default"
        size="xs"
        aria-label={t('bank.statements.removeOne', { name })}
        onClick={() => void remove()}
      >
        {t('bank.statements.remove')}
      </Button>
    </Group>
  );
}
