import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { writeNumber } from '#contract/figures.ts';
import { DUMP_PIECE_BYTES, type DumpReport, imports } from '#contract/imports.ts';
import { t } from '#web/i18n/t.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { DumpReportTables, TextList } from './report-panels.tsx';
import { ChooseFile, FileFault, TaskProgress } from './sent-file-panels.tsx';
import { factsOf, useSentFile } from './use-sent-file.ts';

type DumpState = Answer<typeof imports.dump>;

const MEGABYTE = 1024 * 1024;

/** Imports the dump of a previous system: sends the file in pieces, shows the dry run, and imports it. */
export function ImportDumpPage() {
  const run = useSentFile<DumpState>({
    name: 'dump',
    pieceBytes: DUMP_PIECE_BYTES,
    look: (signal) => api(imports.dump, {}, { ...(signal && { signal }) }),
    send: (body, sending) => api(imports.sendDump, { body }, sending),
    notSent: t('imports.dump.notSent'),
  });
  const { state, load, failure, isSending } = run;
  const send = (file: File) => {
    void run.send(file, (signal) => api(imports.beginDump, { body: factsOf(file) }, { signal }));
  };
  const stop = async ({ id, stage }: DumpState) => {
    const question = {
      title: t('imports.dump.stop.title'),
      body: <Text size="sm">{t(stage === 'writing' ? 'imports.dump.stop.writing' : 'imports.dump.stop.about')}</Text>,
      action: t('imports.dump.stop'),
    };
    const call = () => {
      run.abort();
      return api(imports.stopDump, { body: { id } });
    };
    await confirmAndCall(question, { call, done: run.show, failed: t('imports.dump.notStopped') });
  };
  const write = (hash: string) =>
    callAndTell({
      call: () => api(imports.writeDump, { body: { hash } }),
      done: run.show,
      failed: t('imports.dump.notStarted'),
    });
  return (
    <Screen path="/import-market">
      {state === undefined && load.isLoading && (
        <Waiting>
          <SkeletonLines />
        </Waiting>
      )}
      {state === undefined && !load.isLoading && (
        <Failure sentence={t('imports.dump.notLoaded')} error={load.error} retry={load.reload} />
      )}
      {failure !== undefined && <Alert color="red" role="alert" title={failure} />}
      {state && <DumpStage state={state} isSending={isSending} send={send} stop={stop} write={write} />}
    </Screen>
  );
}

interface StageProps {
  state: DumpState;
  isSending: boolean;
  send: (file: File) => void;
  stop: (state: DumpState) => Promise<void>;
  write: (hash: string) => Promise<boolean>;
}

function DumpStage({ state, isSending, send, stop, write }: StageProps) {
  const { stage, report, is_market_empty } = state;
  if (stage === 'written') return <Written report={report} />;
  if (stage === 'none' || stage === 'failed')
    return (
      <Stack gap="md">
        {stage === 'failed' && <FileFault title={t('imports.dump.failed')} name={state.name} fault={state.fault} />}
        {is_market_empty ? (
          <ChooseDump most={state.most_megabytes} isSending={isSending} send={send} />
        ) : (
          <Alert color="turmeric" title={t('imports.dump.notEmpty')}>
            {t('imports.dump.notEmpty.about')}
          </Alert>
        )}
      </Stack>
    );
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
          {t('imports.dump.file', { name: state.name, by: state.by })}
        </Text>
        <Button variant="default" size="xs" onClick={() => void stop(state)}>
          {t('imports.dump.stop')}
        </Button>
      </Group>
      {stage === 'checked' && report ? (
        <CheckedDump report={report} write={write} />
      ) : (
        <DumpProgress state={state} isSending={isSending} send={send} />
      )}
    </Stack>
  );
}

function ChooseDump({ most, isSending, send }: { most: number; isSending: boolean; send: StageProps['send'] }) {
  return (
    <ChooseFile
      label={t('imports.dump.label')}
      accept=".sql,.gz"
      hint={t('imports.dump.hint', { most: writeNumber(most) })}
      isSending={isSending}
      choose={send}
    />
  );
}

function DumpProgress({ state, isSending, send }: Pick<StageProps, 'state' | 'isSending' | 'send'>) {
  const { stage, received, bytes, step, most_megabytes: most } = state;
  const isReceiving = stage === 'receiving';
  const { done, total } = isReceiving ? { done: received, total: bytes } : (step ?? { done: 0, total: 0 });
  const sizes = {
    done: writeNumber(Math.floor(received / MEGABYTE)),
    total: writeNumber(Math.ceil(bytes / MEGABYTE)),
  };
  const title = isReceiving
    ? t('imports.dump.receiving', sizes)
    : t(stage === 'writing' ? 'imports.dump.writing' : 'imports.dump.checking');
  return (
    <TaskProgress
      title={title}
      label={t('imports.dump.progress')}
      step={isReceiving || !step ? undefined : t(`imports.dump.step.${step.step}`)}
      done={done}
      total={total}
      hint={t(isReceiving ? 'imports.dump.keepOpen' : 'imports.dump.mayLeave')}
    >
      {isReceiving && !isSending && (
        <>
          <Text size="sm">{t('imports.dump.again')}</Text>
          <ChooseDump most={most} isSending={isSending} send={send} />
        </>
      )}
    </TaskProgress>
  );
}

function Written({ report }: { report: DumpReport | null }) {
  return (
    <Stack gap="lg">
      <Alert color="leaf" role="status" title={t('imports.dump.written')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('imports.dump.written.next')}</Text>
          <Anchor component={Link} to={placeOf('/admin-dashboard')}>
            {t('imports.toSetup')}
          </Anchor>
        </Stack>
      </Alert>
      {report && <DumpReportTables report={report} />}
    </Stack>
  );
}

function CheckedDump({ report, write }: { report: DumpReport; write: StageProps['write'] }) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const count = (name: string) => {
    const rows = report.tables.find(({ table }) => table.toLowerCase() === name);
    return (rows?.imported ?? 0) + (rows?.changed ?? 0);
  };
  const adjustments = report.unexplained_adjustments;
  const rejected = report.tables.reduce((sum, table) => sum + table.rejected, 0);
  const claims = [
    t('imports.dump.tick.added', {
      shops: count('shops'),
      invoices: count('invoices'),
      payments: count('payments'),
      products: count('products'),
    }),
    ...(rejected > 0 ? [t('imports.dump.tick.rejected', { count: rejected })] : []),
    ...(adjustments > 0 ? [t('imports.dump.tick.adjustments', { count: adjustments })] : []),
    t('imports.dump.tick.amounts'),
  ];
  const isFaulty = report.unexplained.length > 0;
  const begin = async () => {
    setIsBusy(true);
    await write(report.hash);
    setIsBusy(false);
  };
  return (
    <Stack gap="lg">
      <Alert color={isFaulty ? 'red' : 'gray'} title={t(isFaulty ? 'imports.dump.unexplained' : 'imports.dump.notYet')}>
        {isFaulty ? (
          <TextList texts={report.unexplained} />
        ) : (
          <Stack gap="sm" align="flex-start">
            {claims.map((claim) => (
              <Checkbox
                key={claim}
                label={claim}
                checked={ticked.includes(claim)}
                onChange={() =>
                  setTicked((now) => (now.includes(claim) ? now.filter((one) => one !== claim) : [...now, claim]))
                }
              />
            ))}
            <Button
              disabled={claims.some((claim) => !ticked.includes(claim))}
              loading={isBusy}
              onClick={() => void begin()}
            >
              {t('imports.dump.write')}
            </Button>
          </Stack>
        )}
      </Alert>
      <DumpReportTables report={report} />
    </Stack>
  );
}
