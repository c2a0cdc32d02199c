import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Card, Skeleton, Text, Title } from '@mantine/core';
import { type LastVerification, ledger } from '#contract/ledger.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

function useVerification() {
  return useLoad('last-verification', (signal) => api(ledger.lastVerification, {}, { signal }));
}

export function VerificationPanel() {
  const load = useVerification();
  return (
    <Card component="section" aria-labelledby="verification" withBorder padding="md">
      <Title order={2} size="h4" id="verification" mb="sm">
        {t('audit.verification.title')}
      </Title>
      <AsyncState load={load} failure={t('audit.verification.failed')} skeleton={<Skeleton height={80} />}>
        {({ result }) =>
          result ? (
            <VerificationResult result={result} />
          ) : (
            <Empty text={t('audit.verification.empty')} next={t('audit.verification.emptyHint')} />
          )
        }
      </AsyncState>
    </Card>
  );
}

export function VerificationNotice() {
  const result = useVerification().data?.result;
  return result && result.outcome !== 'clean' ? <VerificationResult result={result} /> : null;
}

function VerificationResult({ result: { outcome, faults, summary, ended_at } }: { result: LastVerification }) {
  const time = formatInstant(ended_at);
  const isClean = outcome === 'clean';
  const title = {
    clean: t('audit.verification.clean', { time }),
    differs: t('audit.verification.differs', { count: faults, time }),
    failed: t('audit.verification.notDone', { time }),
  }[outcome];
  return (
    <Alert
      color={isClean ? 'green' : 'red'}
      icon={isClean ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
      role={isClean ? 'status' : 'alert'}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {summary}
      </Text>
      {!isClean && <Text size="sm">{t('audit.verification.next')}</Text>}
    </Alert>
  );
}
