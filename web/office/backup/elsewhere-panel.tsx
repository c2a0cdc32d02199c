import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Button, Skeleton, Text, Title } from '@mantine/core';
import { type BackupElsewhere, backup } from '#contract/backup.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

function useElsewhere() {
  return useLoad('backup-elsewhere', (signal) => api(backup.elsewhere, {}, { signal }));
}

export function ElsewherePanel() {
  const load = useElsewhere();
  return (
    <>
      <Title order={3} size="h5">
        {t('backup.elsewhere.title')}
      </Title>
      <AsyncState load={load} failure={t('backup.elsewhere.unknown')} skeleton={<Skeleton height={80} />}>
        {(state) =>
          state.is_set_up ? <ElsewhereState state={state} /> : <Text size="sm">{t('backup.elsewhere.off')}</Text>
        }
      </AsyncState>
    </>
  );
}

/** Shows a warning if backups in the bucket are late or stopped; otherwise nothing. */
export function LateBackupNotice() {
  const state = useElsewhere().data;
  return state && (state.is_late || state.foreign) ? <ElsewhereState state={state} /> : null;
}

/** Lets this market store its backups beside those of another one. */
function storeBeside(newest: string): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('backup.elsewhere.besideTitle'),
      body: t('backup.elsewhere.besideBody'),
      action: t('backup.elsewhere.beside'),
    },
    { call: () => api(backup.acceptForeign, { body: { newest } }), failed: t('backup.elsewhere.besideFailed') },
  );
}

function ElsewhereState({ state: { last_at, restored_at, is_late, proof, foreign } }: { state: BackupElsewhere }) {
  const isBad = is_late || foreign !== null;
  const time = last_at === null ? '' : formatInstant(last_at);
  const known = is_late ? t('backup.elsewhere.late', { time }) : t('backup.elsewhere.last', { time });
  return (
    <Alert
      color={isBad ? 'red' : 'leaf'}
      icon={isBad ? <IconAlertTriangle aria-hidden /> : <IconShieldCheck aria-hidden />}
      title={last_at === null ? t('backup.elsewhere.none') : known}
      role={isBad ? 'alert' : 'status'}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {proof}
      </Text>
      <Text size="sm">
        {restored_at === null
          ? t('backup.elsewhere.notOpened')
          : t('backup.elsewhere.opened', { time: formatInstant(restored_at) })}
      </Text>
      {foreign && (
        <Button size="compact-sm" variant="default" my="xs" onClick={() => void storeBeside(foreign.newest)}>
          {t('backup.elsewhere.beside')}
        </Button>
      )}
      {is_late && <Text size="sm">{t('backup.elsewhere.next')}</Text>}
    </Alert>
  );
}
