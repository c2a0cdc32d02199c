import IconDatabaseImport from 'virtual:icons/database-import';
import { Alert, Anchor, Button, Checkbox, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { DUMP_PIECE_BYTES, type DumpReport, imports } from '#contract/imports.ts';
import { isAnswerLost, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { formatNumber } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { DumpReportTables, TextList } from './report-panels.tsx';

type DumpState = Answer<typeof imports.dump>;

const LOOK_AGAIN_MS = 1000;
const MEGABYTE = 1024 * 1024;
const MOST_RETRIES = 5;

/** Imports the dump of a previous system: sends the file in pieces, shows the dry run, and imports it. */
export function ImportDumpPage() {
  const load = useLoad('dump', (signal) => api(imports.dump, {}, { signal }));
  const [told, setTold] = useState<DumpState>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  const [isSending, setIsSending] = useState(false);
  const state = told ?? load.data;
  const isMoving = state !== undefined && ['receiving', 'checking', 'writing'].includes(state.stage);
  useEffect(() => {
    if (!isMoving || isSending) return;
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    // The state is requested again only after the previous answer, which may be late while the import locks the
    // database.
    const look = async () => {
      const found = await api(imports.dump, {}).catch(() => undefined);
      if (isLeft) return;
      if (found) setTold(found);
      timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isMoving, isSending]);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File | null) => {
    if (!file || sending.current) return;
    const abort = new AbortController();
    sending.current = abort;
    setIsSending(true);
    setFailure(undefined);
    try {
      await sendInPieces(file, abort.signal, setTold);
    } catch (error) {
      if (!abort.signal.aborted) {
        setFailure(sentenceOf(error, t('imports.dump.notSent')));
        // The current state is shown, because another person may have begun an import.
        await api(imports.dump, {}).then(setTold, () => undefined);
      }
    } finally {
      sending.current = undefined;
      setIsSending(false);
    }
  };
  const stop = async ({ id, stage }: DumpState) => {
    const question = {
      title: t('imports.dump.stop.title'),
      body: <Text size="sm">{t(stage === 'writing' ? 'imports.dump.stop.writing' : 'imports.dump.stop.about')}</Text>,
      action: t('imports.dump.stop'),
    };
    const call = () => {
      sending.current?.abort();
      return api(imports.stopDump, { body: { id } });
    };
    await confirmAndCall(question, { call, done: setTold, failed: t('imports.dump.notStopped') });
  };
  const write = (hash: string) =>
    callAndTell({
      call: () => api(imports.writeDump, { body: { hash } }),
      done: setTold,
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

/** Sends the pieces that the server has not received. A piece whose answer was lost is sent again a few times. */
async function sendInPieces(file: File, signal: AbortSignal, tell: (state: DumpState) => void): Promise<void> {
  const body = { name: file.name.slice(0, 200), bytes: file.size, modified: file.lastModified };
  let state = await api(imports.beginDump, { body }, { signal });
  tell(state);
  for (let lost = 0; state.stage === 'receiving'; ) {
    const { id, received: offset } = state;
    const piece = new File([file.slice(offset, offset + DUMP_PIECE_BYTES)], 'piece');
    try {
      const answer: DumpState = await api(imports.sendDump, { body: { id, offset } }, { signal, file: piece });
      if (answer.id !== id) return tell(answer);
      lost = answer.received > offset ? 0 : lost + 1;
      state = answer;
      tell(state);
    } catch (error) {
      lost += 1;
      if (signal.aborted || !isAnswerLost(error) || lost > MOST_RETRIES) throw error;
    }
    if (lost > MOST_RETRIES) throw new Error('the server takes no more of the file');
    if (lost > 0) await new Promise((resolve) => setTimeout(resolve, lost * LOOK_AGAIN_MS));
  }
}

interface StageProps {
  state: DumpState;
  isSending: boolean;
  send: (file: File | null) => Promise<void>;
  stop: (state: DumpState) => Promise<void>;
  write: (hash: string) => Promise<boolean>;
}

function DumpStage({ state, isSending, send, stop, write }: StageProps) {
  const { stage, report, is_market_empty } = state;
  if (stage === 'written') return <Written report={report} />;
  if (stage === 'none' || stage === 'failed')
    return (
      <Stack gap="md">
        {stage === 'failed' && <Fault state={state} />}
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
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
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
  const resetRef = useRef<() => void>(null);
  const take = (file: File | null) => {
    void send(file);
    // Without this the same file could not be chosen again.
    resetRef.current?.();
  };
  return (
    <Paper withBorder p="lg" style={{ borderStyle: 'dashed' }}>
      <Stack gap="xs" align="center">
        <FileButton
          resetRef={resetRef}
          onChange={take}
          accept=".sql,.gz"
          inputProps={{ 'aria-label': t('imports.dump.label') }}
        >
          {(button) => (
            <Button {...button} loading={isSending} leftSection={<IconDatabaseImport size={18} aria-hidden />}>
              {t('imports.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center">
          {t('imports.dump.hint', { most: formatNumber(most) })}
        </Text>
      </Stack>
    </Paper>
  );
}

function Fault({ state: { name, fault } }: { state: DumpState }) {
  return (
    <Alert color="red" role="alert" title={t('imports.dump.failed')}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}: {fault}
      </Text>
    </Alert>
  );
}

function DumpProgress({ state, isSending, send }: Pick<StageProps, 'state' | 'isSending' | 'send'>) {
  const { stage, received, bytes, step, most_megabytes: most } = state;
  const isReceiving = stage === 'receiving';
  const { done, total } = isReceiving ? { done: received, total: bytes } : (step ?? { done: 0, total: 0 });
  const sizes = {
    done: formatNumber(Math.floor(received / MEGABYTE)),
    total: formatNumber(Math.ceil(bytes / MEGABYTE)),
  };
  const title = isReceiving
    ? t('imports.dump.receiving', sizes)
    : t(stage === 'writing' ? 'imports.dump.writing' : 'imports.dump.checking');
  return (
    <Stack gap="sm">
      <Text role="status">{title}</Text>
      {!isReceiving && step && <Text size="sm">{t(`imports.dump.step.${step.step}`)}</Text>}
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        animated={total === 0}
        aria-label={t('imports.dump.progress')}
      />
      <Text size="sm" c="dimmed">
        {t(isReceiving ? 'imports.dump.keepOpen' : 'imports.dump.mayLeave')}
      </Text>
      {isReceiving && !isSending && (
        <>
          <Text size="sm">{t('imports.dump.again')}</Text>
          <ChooseDump most={most} isSending={isSending} send={send} />
        </>
      )}
    </Stack>
  );
}

function Written({ report }: { report: DumpReport | null }) {
  return (
    <Stack gap="lg">
      <Alert color="leaf" role="status" title={t('imports.dump.written')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('imports.dump.written.next')}</Text>
          <Anchor component={Link} to="/admin-dashboard">
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
  const rejected = report.tables.reduce((sum, table) => sum + table.rejected, 0);
  const claims = [
    t('imports.dump.tick.added', {
      shops: count('shops'),
      invoices: count('invoices'),
      payments: count('payments'),
      products: count('products'),
    }),
    ...(rejected > 0 ? [t('imports.dump.tick.rejected', { count: rejected })] : []),
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
