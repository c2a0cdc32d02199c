import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Skeleton, Text, Title } from '@mantine/core';
import { type BackupElsewhere, backup } from '#contract/backup.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

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

/** Shows a warning if backups in the bucket are late; otherwise nothing. */
export function LateBackupNotice() {
  const state = useElsewhere().data;
  return state?.is_late ? <ElsewhereState state={state} /> : null;
}

function ElsewhereState({ state: { last_at, restored_at, is_late, proof } }: { state: BackupElsewhere }) {
  const time = last_at === null ? '' : formatInstant(last_at);
  const known = is_late ? t('backup.elsewhere.late', { time }) : t('backup.elsewhere.last', { time });
  return (
    <Alert
      color={is_late ? 'red' : 'leaf'}
      icon={is_late ? <IconAlertTriangle aria-hidden /> : <IconShieldCheck aria-hidden />}
      title={last_at === null ? t('backup.elsewhere.none') : known}
      role={is_late ? 'alert' : 'status'}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {proof}
      </Text>
      <Text size="sm">
        {restored_at === null
          ? t('backup.elsewhere.notOpened')
          : t('backup.elsewhere.opened', { time: formatInstant(restored_at) })}
      </Text>
      {is_late && <Text size="sm">{t('backup.elsewhere.next')}</Text>}
    </Alert>
  );
}
