import IconAlertTriangle from 'virtual:icons/alert-triangle';
import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core';
import { writeNumber } from '#contract/figures.ts';
import { type ServerState, serverState } from '#contract/server-state.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

const GIGABYTE = 1e9;
/** The alerts of deploy/alerts.yml begin with the same values. */
const SOON_WEEKS = 4;
const SOON_DAYS = 14;

/** Whether the server takes writes, when its disk is full, how long its certificate is valid, and its rights. */
export function ServerPanel() {
  const load = useLoad('server-state', (signal) => api(serverState.get, {}, { signal }));
  return (
    <Stack component="section" gap="xs" aria-labelledby="server-state">
      <Title order={2} size="h4" id="server-state">
        {t('settings.server.title')}
      </Title>
      <AsyncState load={load} failure={t('settings.server.failed')} skeleton={<Skeleton height={48} />}>
        {(state) => (
          <>
            <Writes state={state} />
            <Line isBad={state.full_in_weeks !== null && state.full_in_weeks < SOON_WEEKS}>{describeDisk(state)}</Line>
            <Certificate days={state.certificate_days} />
            <DatabaseRole role={state.database_role} />
          </>
        )}
      </AsyncState>
    </Stack>
  );
}

function Writes({ state: { writes } }: { state: ServerState }) {
  if (writes === 'taken') return null;
  const isFull = writes === 'full';
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={t(isFull ? 'settings.server.full' : 'settings.server.refused')}
    >
      {t(isFull ? 'settings.server.fullNext' : 'settings.server.refusedNext')}
    </Alert>
  );
}

function Certificate({ days }: { days: number | null }) {
  if (days === null) return null;
  const text = days > 0 ? t('settings.server.certificate', { days }) : t('settings.server.certificateOver');
  return <Line isBad={days < SOON_DAYS}>{[text]}</Line>;
}

function DatabaseRole({ role }: { role: ServerState['database_role'] }) {
  if (role === null) return null;
  const text = role === 'superuser' ? t('settings.server.roleSuperuser') : t('settings.server.roleOwner');
  return <Line isBad>{[text, t('settings.server.roleNext')]}</Line>;
}

function describeDisk({ disk, full_in_weeks }: ServerState): string[] {
  if (disk === null) return [t('settings.server.diskUnknown')];
  return [
    t('settings.server.disk', { free: gigabytes(disk.free_bytes), size: gigabytes(disk.size_bytes) }),
    full_in_weeks === null
      ? t('settings.server.notFilling')
      : t('settings.server.weeks', { weeks: Math.floor(full_in_weeks) }),
  ];
}

/** Sentences, as a warning if they need somebody's attention. */
function Line({ isBad, children }: { isBad: boolean; children: readonly string[] }) {
  const lines = children.map((line) => (
    <Text key={line} size="sm">
      {line}
    </Text>
  ));
  if (!isBad) return <div>{lines}</div>;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {lines}
    </Alert>
  );
}

function gigabytes(bytes: number): string {
  return writeNumber(Math.round((bytes / GIGABYTE) * 10) / 10);
}
