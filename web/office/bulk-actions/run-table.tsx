import { Anchor, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { isDay, isMonth } from '#billing/calendar.ts';
import { type BulkAction, bulkActions, type Run } from '#contract/bulk-actions.ts';
import type { Status } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { personName } from '#web/ui/format/person.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { titleOf } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { type ManualAction, manualActions } from './describe-action.ts';

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

function allColumns() {
  return {
    action: { key: 'action', title: t('bulk-actions.runs.action'), value: runName },
    started: {
      key: 'started',
      title: t('bulk-actions.runs.started'),
      kind: 'instant',
      value: ({ started_at }) => started_at,
      render: ({ started_at }) => <span style={{ whiteSpace: 'nowrap' }}>{formatInstant(started_at)}</span>,
      isHiddenOnPhone: true,
    },
    by: { key: 'by', title: t('bulk-actions.runs.by'), value: starterOf, isHiddenOnPhone: true },
    outcome: {
      key: 'outcome',
      title: t('bulk-actions.runs.outcome'),
      value: ({ outcome }) => t(`bulk-actions.outcome.${outcome}`),
    },
    done: { key: 'done', title: t('bulk-actions.runs.done'), kind: 'number', value: (run) => run.done },
    total: { key: 'total', title: t('bulk-actions.runs.total'), kind: 'number', value: (run) => run.total },
    summary: { key: 'summary', title: t('bulk-actions.runs.summary'), value: (run) => run.summary },
  } as const satisfies Record<string, Column<Run>>;
}

function screenColumns(): readonly Column<Run>[] {
  const { action, started, by, done, outcome } = allColumns();
  return [
    { ...action, render: (run) => <ActionCell run={run} /> },
    started,
    { ...by, render: (run) => <span style={ANYWHERE}>{starterOf(run)}</span> },
    { ...done, title: t('bulk-actions.runs.shopsDone'), render: (run) => doneText(run), isHiddenOnPhone: true },
    { ...outcome, render: (run) => <OutcomeCell run={run} /> },
  ];
}

export function RunTable() {
  const load = useLoad('runs', (signal) => api(bulkActions.listRuns, {}, { signal }));
  const columns = useMemo(screenColumns, []);
  return (
    <DataTable
      label={t('bulk-actions.runs.label')}
      columns={columns}
      load={load}
      failure={t('bulk-actions.runs.failed')}
      rowId={({ id }) => id}
      rowName={runName}
      search={t('bulk-actions.runs.search')}
      furtherText={(run) => run.summary}
      exportName={t('bulk-actions.runs.file')}
      exportColumns={Object.values(allColumns())}
      empty={{ text: t('bulk-actions.runs.empty'), next: t('bulk-actions.runs.emptyHint') }}
      prefix="run-"
    />
  );
}

function doneText({ done, total }: Run): string {
  return total === 0 ? '' : t('bulk-actions.runs.doneOf', { done, total });
}

function ActionCell({ run }: { run: Run }) {
  return (
    <>
      {runName(run)}
      <PhoneOnly>
        {[formatInstant(run.started_at), starterOf(run)].map((text) => (
          <Text key={text} size="xs" c="dimmed" style={ANYWHERE}>
            {text}
          </Text>
        ))}
      </PhoneOnly>
    </>
  );
}

function OutcomeCell({ run }: { run: Run }) {
  const { outcome, summary } = run;
  return (
    <>
      <StatusChip status={OUTCOME_STATUS[outcome]} word={t(`bulk-actions.outcome.${outcome}`)} />
      {summary !== '' && (
        <Text size="xs" c="dimmed" mt="var(--space-1)" style={ANYWHERE}>
          {summary}
        </Text>
      )}
      {(outcome === 'interrupted' || outcome === 'failed') && <RunAgain run={run} />}
    </>
  );
}

function RunAgain({ run }: { run: Run }) {
  const mayWrite = useMay('books.write');
  const to = runAgainAt(run);
  if (to === undefined || !mayWrite) return null;
  return (
    <Anchor component={Link} to={to} size="xs" aria-label={t('bulk-actions.runs.againOf', { name: runName(run) })}>
      {t('bulk-actions.runs.again')}
    </Anchor>
  );
}

/** Returns a name such as `Generate invoices, Nov 2026`. Runs that users start have no period. */
function runName({ action, period }: Run): string {
  const name = actionName(action);
  if (period === null) return name;
  const day = isDay(period) ? formatOfficeDay(period) : period;
  return t('bulk-actions.runs.nameOf', { action: name, period: isMonth(period) ? formatMonth(period) : day });
}

function actionName(action: BulkAction): string {
  switch (action) {
    case 'backup':
      return t('bulk-actions.runs.backup');
    case 'backup-elsewhere':
      return t('bulk-actions.runs.backupElsewhere');
    case 'anchor':
      return t('bulk-actions.runs.anchor');
    case 'missing-list':
      return t('bulk-actions.runs.missingList');
    case 'verify':
      return t('audit.verification.title');
    default:
      return titleOf(manualActions[action].path);
  }
}

function runAgainAt({ action }: Run): string | undefined {
  return isManual(action) ? manualActions[action].path : undefined;
}

function isManual(action: BulkAction): action is ManualAction {
  return action in manualActions;
}

function starterOf({ started_by }: Run): string {
  return started_by === 'schedule' ? t('bulk-actions.runs.schedule') : personName(started_by);
}

const OUTCOME_STATUS: Record<Run['outcome'], Status> = {
  running: 'Newly Arrived',
  done: 'Paid',
  failed: 'Arrears',
  interrupted: 'Partially Paid',
};
