import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '#billing/calendar.ts';
import { SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { Screen } from '../../shell/screen.tsx';
import { BadLines, daysOf, ImportCounts } from './import-report-panel.tsx';
import { ChooseSource } from './price-source-form.tsx';
import { UnmatchedItems } from './unmatched-items-form.tsx';
import { type Import, type ImportReport, useImport } from './use-import.ts';

/** Many days of prices from a file: first what would happen, then, when the person says so, the same for real. */
export function ImportPricesPage() {
  const run = useImport();
  const { source, report, failure, state } = run;
  return (
    <Screen path="/import-prices">
      {source === undefined ? (
        <ChooseSource choose={(reading) => void run.choose(reading)} isBusy={state !== 'open'} />
      ) : (
        <Group gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {source.name}
          </Text>
          <Button variant="default" size="xs" onClick={run.reset} disabled={state === 'writing'}>
            {report?.written ? 'Import another file' : 'Choose another file'}
          </Button>
        </Group>
      )}
      {failure !== undefined && <Failed sentence={failure} run={run} />}
      {report === undefined && state === 'checking' && (
        <Waiting>
          <SkeletonLines />
        </Waiting>
      )}
      {report && <Report run={run} report={report} />}
    </Screen>
  );
}

function Failed({ sentence, run }: { sentence: string; run: Import }) {
  return (
    <Alert color="red" role="alert" title={sentence}>
      {run.source && (
        <Button size="xs" variant="default" onClick={() => void run.check()}>
          Check again
        </Button>
      )}
    </Alert>
  );
}

function Report({ run, report }: { run: Import; report: ImportReport }) {
  return (
    <Stack gap="lg">
      {report.written && <Written report={report} />}
      <ImportCounts report={report} />
      {!report.written && <WriteBar run={run} report={report} />}
      {!report.written && run.unknown.length > 0 && (
        <UnmatchedItems
          items={run.unknown}
          mapping={run.mapping}
          map={run.map}
          check={() => void run.check()}
          isBusy={run.state === 'checking'}
        />
      )}
      <BadLines faults={report.faults} />
    </Stack>
  );
}

function WriteBar({ run, report }: { run: Import; report: ImportReport }) {
  const count = report.added + report.updated;
  const what = `Write ${pricesOf(count)}`;
  const ask = async () => {
    const isMeant = await confirm({ title: `${what}?`, body: <WhatHappens report={report} />, action: what });
    if (isMeant) await run.write();
  };
  return (
    <Group gap="sm">
      <Button disabled={!run.isCurrent || count === 0} loading={run.state === 'writing'} onClick={() => void ask()}>
        {what}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {!run.isCurrent && 'Something was changed since the check: check again first.'}
        {run.isCurrent && count === 0 && 'There is nothing to write.'}
        {run.isCurrent && count > 0 && 'Nothing has been written yet.'}
      </Text>
    </Group>
  );
}

function WhatHappens({ report }: { report: ImportReport }) {
  const { added, updated, unchanged, faults } = report;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {pricesOf(added)} new and {formatNumber(updated)} changed, of {daysOf(report)}. The public sees them at once.
      </Text>
      {updated > 0 && (
        <Text size="sm">What changes replaces published prices; what they were stays in their history.</Text>
      )}
      {unchanged > 0 && <Text size="sm">{formatNumber(unchanged)} stand there already and stay.</Text>}
      {faults.length > 0 && <Text size="sm">Bad lines left out: {formatNumber(faults.length)}.</Text>}
    </Stack>
  );
}

function Written({ report }: { report: ImportReport }) {
  const { added, updated, last_day } = report;
  return (
    <Alert color="leaf" role="status" title={`${pricesOf(added + updated)} written.`}>
      <Group gap="md">
        {last_day !== null && (
          <Anchor component={Link} to={`/view-dailyprices?date=${last_day}`}>
            View the prices of {formatOfficeDay(day(last_day))}
          </Anchor>
        )}
        <Anchor component={Link} to="/daily-price">
          Back to Management
        </Anchor>
      </Group>
    </Alert>
  );
}

function pricesOf(count: number): string {
  return count === 1 ? '1 price' : `${formatNumber(count)} prices`;
}
