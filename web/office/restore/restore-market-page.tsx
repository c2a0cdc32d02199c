import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Navigate, useNavigate } from 'react-router';
import { writeNumber } from '#contract/figures.ts';
import { BACKUP_PIECE_BYTES, type RestoreState, restore } from '#contract/restore.ts';
import { t } from '#web/i18n/t.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { ChooseFile, FileFault, TaskProgress } from '../imports/sent-file-panels.tsx';
import { factsOf, useSentFile } from '../imports/use-sent-file.ts';
import { Screen } from '../screen.tsx';
import { BucketForm } from './bucket-form.tsx';
import { CheckedBackupForm } from './checked-backup.tsx';
import { ChooseBackup } from './choose-backup.tsx';

const MEGABYTE = 1024 * 1024;

/** Restores a backup into an empty market: sends or fetches it, shows what it contains, and asks what is missing. */
export function RestoreMarketPage() {
  const run = useSentFile<RestoreState>({
    name: 'restore',
    pieceBytes: BACKUP_PIECE_BYTES,
    look: (signal) => api(restore.state, {}, { ...(signal && { signal }) }),
    send: (body, sending) => api(restore.send, { body }, sending),
    notSent: t('restore.notSent'),
  });
  const { state, load, failure, isSending } = run;
  const send = (file: File, identity = '') => {
    const body = { ...factsOf(file), ...(identity !== '' && { identity }) };
    void run.send(file, (signal) => api(restore.begin, { body }, { signal }));
  };
  const stop = async ({ id }: RestoreState) => {
    const question = {
      title: t('restore.stop.title'),
      body: <Text size="sm">{t('restore.stop.about')}</Text>,
      action: t('restore.stop'),
    };
    const call = () => {
      run.abort();
      return api(restore.stop, { body: { id } });
    };
    await confirmAndCall(question, { call, done: run.show, failed: t('restore.notStopped') });
  };
  return (
    <Screen path="/restore-market">
      {state === undefined && load.isLoading && (
        <Waiting>
          <SkeletonLines />
        </Waiting>
      )}
      {state === undefined && !load.isLoading && (
        <Failure sentence={t('restore.notLoaded')} error={load.error} retry={load.reload} />
      )}
      {failure !== undefined && <Alert color="red" role="alert" title={failure} mb="md" />}
      {state && (
        <RestoreStage state={state} isSending={isSending} send={send} stop={(one) => void stop(one)} show={run.show} />
      )}
    </Screen>
  );
}

interface StageProps {
  state: RestoreState;
  isSending: boolean;
  send: (file: File, identity?: string) => void;
  stop: (state: RestoreState) => void;
  show: (state: RestoreState) => void;
}

function RestoreStage(props: StageProps) {
  const { state, stop, show } = props;
  const navigate = useNavigate();
  if (state.stage === 'none' || state.stage === 'failed') return <Beginning {...props} />;
  if (state.stage === 'writing') return <Navigate to={resultOf(state.id)} replace />;
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
          {t('imports.dump.file', { name: state.name, by: state.by })}
        </Text>
        <Button variant="default" size="xs" onClick={() => stop(state)}>
          {t('restore.stop')}
        </Button>
      </Group>
      {state.stage === 'checked' && state.report ? (
        <CheckedBackupForm
          id={state.id}
          report={state.report}
          onStarted={(id) => void navigate(resultOf(id), { replace: true })}
          onFailed={show}
        />
      ) : (
        <RestoreProgress {...props} />
      )}
    </Stack>
  );
}

/** The page of the result needs no session: everybody is signed out when the market is replaced. */
function resultOf(id: string): string {
  return `/market-restored?run=${encodeURIComponent(id)}`;
}

function Beginning({ state, isSending, send, show }: StageProps) {
  const { stage, name, fault, is_market_empty: isEmpty, most_megabytes: most } = state;
  return (
    <Stack gap="xl" maw={760}>
      {stage === 'failed' && <FileFault title={t('restore.failed')} name={name} fault={fault} />}
      {isEmpty ? (
        <>
          <ChooseBackup most={most} isSending={isSending} send={send} />
          <BucketForm onFetching={show} />
        </>
      ) : (
        <Alert color="turmeric" title={t('restore.notEmpty')}>
          {t('restore.notEmpty.about')}
        </Alert>
      )}
    </Stack>
  );
}

function RestoreProgress({ state, isSending, send }: StageProps) {
  const { stage, received, bytes, step, most_megabytes: most } = state;
  const isReceiving = stage === 'receiving';
  const { done, total } = isReceiving ? { done: received, total: bytes } : (step ?? { done: 0, total: 0 });
  const sizes = {
    done: writeNumber(Math.floor(received / MEGABYTE)),
    total: writeNumber(Math.ceil(bytes / MEGABYTE)),
  };
  return (
    <TaskProgress
      title={isReceiving ? t('imports.dump.receiving', sizes) : t('restore.checking')}
      label={t('restore.progress')}
      step={isReceiving || !step ? undefined : t(`restore.step.${step.step}`)}
      done={done}
      total={total}
      hint={t(isReceiving ? 'imports.dump.keepOpen' : 'restore.mayLeave')}
    >
      {isReceiving && !isSending && (
        <>
          <Text size="sm">{t('restore.again')}</Text>
          <ChooseFile
            label={t('restore.file.label')}
            accept=".sql,.gz,.age"
            hint={t('restore.file.hint', { most: writeNumber(most) })}
            isSending={isSending}
            choose={send}
          />
        </>
      )}
    </TaskProgress>
  );
}
