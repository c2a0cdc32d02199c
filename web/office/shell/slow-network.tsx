import { Affix, Paper } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t } from '#web/i18n/t.ts';
import { isWaiting, subscribeToWaiting } from '#web/waiting-calls.ts';

export function SlowNetwork() {
  const isSlow = useSyncExternalStore(subscribeToWaiting, isWaiting);
  return (
    <Affix position={{ bottom: 16, left: 16 }} role="status">
      {isSlow && (
        <Paper withBorder shadow="md" p="sm">
          {t('shell.slowNetwork')}
        </Paper>
      )}
    </Affix>
  );
}
