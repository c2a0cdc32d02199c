import { Alert, Button, Center, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type RestoredMarket, type RestoreState, restore } from '#contract/restore.ts';
import { CallError, makeCall } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { clearSession, currentSession } from '#web/session.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { TaskProgress } from '../imports/sent-file-panels.tsx';
import { LOOK_AGAIN_MS, useLooking } from '../imports/use-sent-file.ts';
import { placeOf } from '../place-of.ts';
import { RestoredCountList } from './restored-counts.tsx';

/** How often the server may give no answer before the page says so. A start takes seconds. */
const MOST_UNANSWERED = 120_000 / LOOK_AGAIN_MS;

/**
 * What became of a restore. It needs no session, because everybody is signed out when the market is replaced, and the
 * address names the run, so the page can be loaded again.
 */
export function RestoredPage() {
  const [params] = useSearchParams();
  const id = params.get('run') ?? '';
  const navigate = useNavigate();
  const [restored, setRestored] = useState<RestoredMarket>();
  const [step, setStep] = useState<RestoreState['step']>(null);
  const [unanswered, setUnanswered] = useState(0);
  const isLost = unanswered >= MOST_UNANSWERED;
  useDocumentTitle(`${t(restored ? 'restore.done.title' : 'restore.restoring')} · Pola`);
  useLooking(restored === undefined && !isLost, async () => {
    const found = await lookFor(id);
    return () => {
      if (found === 'other') void navigate(placeOf('/restore-market'), { replace: true });
      else if (found === undefined) setUnanswered((before) => before + 1);
      else if ('at' in found) {
        // The session belongs to the empty market.
        clearSession();
        setRestored(found);
      } else {
        setUnanswered(0);
        setStep(found.step);
      }
    };
  });
  return (
    <Center component="main" mih="100dvh" p="md" className="login-ground">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={640}>
        <Stack gap="lg">
          <Title order={1} size="h2">
            {t(restored ? 'restore.done.title' : 'restore.restoring')}
          </Title>
          {restored && <Restored restored={restored} />}
          {!restored && isLost && (
            <Failure sentence={t('restore.unknown')} error={undefined} retry={() => setUnanswered(0)} />
          )}
          {!restored && !isLost && <Restoring step={step} />}
        </Stack>
      </Paper>
    </Center>
  );
}

type Found = RestoredMarket | { step: RestoreState['step'] } | 'other' | undefined;

/**
 * Returns the restored market, the step of a run in progress, or `other` if this run has ended without it. Undefined if
 * the server is starting. The call is not made through `api`, which would show the sign-in page for the ended session.
 */
async function lookFor(id: string): Promise<Found> {
  try {
    const { restored } = await makeCall(restore.outcome, { query: { id } });
    if (restored) return restored;
    const { stage, id: current, step } = await makeCall(restore.state, {}, { token: currentSession()?.token });
    return current === id && stage === 'writing' ? { step } : 'other';
  } catch (error) {
    const isUnknown = error instanceof CallError && error.status === 401 && currentSession() === undefined;
    return isUnknown ? 'other' : undefined;
  }
}

function Restoring({ step }: { step: RestoreState['step'] }) {
  return (
    <TaskProgress
      title={t('restore.restoring')}
      label={t('restore.progress')}
      step={step ? t(`restore.step.${step.step}`) : undefined}
      done={step?.done ?? 0}
      total={step?.total ?? 0}
      hint={t('restore.restarting')}
    />
  );
}

function Restored({ restored }: { restored: RestoredMarket }) {
  const { difference_count: count, differences } = restored;
  return (
    <>
      <RestoredCountList made={restored.made_at} rows={restored.rows} counts={restored.counts} />
      {count === 0 ? (
        <Alert color="leaf" role="status" title={t('restore.done.clean')} />
      ) : (
        <Alert color="red" role="alert" title={t('restore.done.differences', { count })}>
          <Stack gap="xs">
            {count > differences.length && (
              <Text size="sm">{t('restore.done.first', { count: differences.length })}</Text>
            )}
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {differences.map((difference) => (
                <List.Item key={difference}>{difference}</List.Item>
              ))}
            </List>
          </Stack>
        </Alert>
      )}
      <Text size="sm">{t('restore.done.next')}</Text>
      {/* The whole page is loaded again, because name and languages of the market may be others. */}
      <Button component="a" href="/login" style={{ alignSelf: 'flex-start' }}>
        {t('restore.done.signIn')}
      </Button>
    </>
  );
}
