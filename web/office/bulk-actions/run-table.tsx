import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { bulkActions, type Run } from '#contract/bulk-actions.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { OUTCOMES, runAgainAt, runName, starterOf } from './describe-run.ts';

/** A long word breaks rather than widens its cell. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const;

const action: Column<Run> = { key: 'action', title: 'What ran', value: runName };
const started: Column<Run> = {
  ...{ key: 'started', title: 'Started', kind: 'instant', value: ({ started_at }) => started_at },
  render: ({ started_at }) => <span style={{ whiteSpace: 'nowrap' }}>{formatInstant(started_at)}</span>,
  isHiddenOnPhone: true,
};
const by: Column<Run> = { key: 'by', title: 'By', value: starterOf, isHiddenOnPhone: true };
const done: Column<Run> = { key: 'done', title: 'Done', kind: 'number', value: (run) => run.done };
const total: Column<Run> = { key: 'total', title: 'Of', kind: 'number', value: (run) => run.total };
const outcome: Column<Run> = { key: 'outcome', title: 'How it ended', value: (run) => OUTCOMES[run.outcome].word };
const summary: Column<Run> = { key: 'summary', title: 'Summary', value: (run) => run.summary };
const sheet = [action, started, by, outcome, done, total, summary];

const columns: readonly Column<Run>[] = [
  { ...action, render: (run) => <ActionCell run={run} /> },
  started,
  { ...by, render: (run) => <span style={ANYWHERE}>{starterOf(run)}</span> },
  { ...done, title: 'Shops done', render: (run) => howMany(run), isHiddenOnPhone: true },
  { ...outcome, render: (run) => <OutcomeCell run={run} /> },
];

/** The newest runs over the whole market, by hand and by schedule, and how each ended. */
export function RunTable() {
  const load = useLoad('runs', (signal) => api(bulkActions.listRuns, {}, { signal }));
  return (
    <DataTable
      label="Runs"
      columns={columns}
      load={load}
      failure="Failed to fetch what ran last."
      rowId={({ id }) => id}
      rowName={runName}
      search="Search the runs"
      furtherText={(run) => run.summary}
      exportName="Runs"
      exportColumns={sheet}
      empty={{
        text: 'Nothing has run yet.',
        next: 'Actions over the whole market are listed here once they have run.',
      }}
      prefix="run-"
    />
  );
}

function howMany(run: Run): string {
  return run.total === 0 ? '' : `${formatNumber(run.done)} of ${formatNumber(run.total)}`;
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
  const { word, like } = OUTCOMES[run.outcome];
  return (
    <>
      <StatusChip status={like} word={word} />
      {run.summary !== '' && (
        <Text size="xs" c="dimmed" mt={2} style={ANYWHERE}>
          {run.summary}
        </Text>
      )}
      {(run.outcome === 'interrupted' || run.outcome === 'failed') && <RunAgain run={run} />}
    </>
  );
}

/** The way to run once more what did not come to its end, for whoever may; the summary says so to everybody. */
function RunAgain({ run }: { run: Run }) {
  const mayWrite = useMay('books.write');
  const to = runAgainAt(run);
  if (to === undefined || !mayWrite) return null;
  return (
    <Anchor component={Link} to={to} size="xs" aria-label={`Run it again: ${runName(run)}`}>
      Run it again
    </Anchor>
  );
}
