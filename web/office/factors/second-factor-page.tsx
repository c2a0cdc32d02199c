import { Alert, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { factors } from '#contract/factors.ts';
import { opensFirst } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession, storeSession, useSession } from '#web/session.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { firstPage } from '../session/next-page.ts';
import { AppPanel } from './authenticator.tsx';
import { PasskeyPanel } from './passkeys.tsx';
import { RecoveryPanel, showRecoveryCodes } from './recovery-codes.tsx';

export function SecondFactorPage() {
  const isForced = useSession()?.mustAddFactor === true;
  const navigate = useNavigate();
  const load = useLoad('own-factors', async (signal) => {
    const own = await api(factors.own, {}, { signal });
    if (own.app || own.passkeys.length > 0) noteAdded();
    return own;
  });
  const onAdded = async (codes: readonly string[] | null) => {
    if (codes) await showRecoveryCodes(codes);
    noteAdded();
    load.reload();
    if (!isForced) return;
    const role = currentSession()?.role;
    if (role !== undefined && opensFirst(role) === 'gate') location.assign('/gate');
    else void navigate(firstPage(role), { replace: true });
  };
  return (
    <Screen path="/second-factor">
      <Stack maw={560} gap="md">
        {isForced ? (
          <Alert color="yellow">{t('factors.page.forced')}</Alert>
        ) : (
          <Text size="sm">{t('factors.page.about')}</Text>
        )}
        <AsyncState load={load} failure={t('factors.page.failed')}>
          {(own) => (
            <>
              <AppPanel app={own.app} onAdded={(codes) => void onAdded(codes)} onRemoved={load.reload} />
              <PasskeyPanel passkeys={own.passkeys} onAdded={(codes) => void onAdded(codes)} onRemoved={load.reload} />
              {(own.app || own.passkeys.length > 0) && (
                <RecoveryPanel left={own.recovery_codes_left} onRenewed={load.reload} />
              )}
            </>
          )}
        </AsyncState>
      </Stack>
    </Screen>
  );
}

function noteAdded(): void {
  const session = currentSession();
  if (session?.mustAddFactor) storeSession({ ...session, mustAddFactor: false });
}
