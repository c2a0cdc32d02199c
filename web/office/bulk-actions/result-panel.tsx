import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileInvoice, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Run } from '#contract/bulk-actions.ts';
import { t } from '#web/i18n/t.ts';
import { type ActionEffect, actionText, type ManualActionInfo } from './describe-action.ts';
import { EffectTable } from './effect-table.tsx';
import { StageTitle } from './progress-panel.tsx';
import { TotalsPanel } from './totals-panel.tsx';

interface ResultPanelProps {
  action: ManualActionInfo;
  effect: ActionEffect;
  runAgain: () => void;
  newPreview: () => void;
}

export function ResultPanel({ action, effect, runAgain, newPreview }: ResultPanelProps) {
  const { message, results } = effect;
  const hasFailed = results.some(({ status }) => status === 'failed');
  return (
    <Stack gap="md">
      <StageTitle>{t('bulk-actions.result.title')}</StageTitle>
      <Alert
        color={hasFailed ? 'red' : 'leaf'}
        role={hasFailed ? 'alert' : 'status'}
        icon={hasFailed ? <IconAlertTriangle aria-hidden /> : <IconCheck aria-hidden />}
      >
        {hasFailed ? t('bulk-actions.result.runRest', { message }) : message}
      </Alert>
      <TotalsPanel action={action} effect={effect} isDone />
      <Group gap="sm">
        {hasFailed && <Button onClick={runAgain}>{t('bulk-actions.result.runAgain')}</Button>}
        <NextSteps newPreview={newPreview} />
      </Group>
      <EffectTable action={action} results={results} isDone />
    </Stack>
  );
}

interface EndedPanelProps {
  action: ManualActionInfo;
  run: Run;
  newPreview: () => void;
}

/** Without results per shop, because the answer was lost. */
export function EndedPanel({ action, run, newPreview }: EndedPanelProps) {
  const isDone = run.outcome === 'done';
  return (
    <Stack gap="md">
      <StageTitle>{t('bulk-actions.result.title')}</StageTitle>
      <Alert
        color={isDone ? 'leaf' : 'red'}
        role={isDone ? 'status' : 'alert'}
        icon={isDone ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={run.summary || actionText(action, 'failed')}
      >
        <Text size="sm">{t(isDone ? 'bulk-actions.result.lostButDone' : 'bulk-actions.result.runToFinish')}</Text>
      </Alert>
      <Group gap="sm">
        <NextSteps newPreview={newPreview} />
      </Group>
    </Stack>
  );
}

function NextSteps({ newPreview }: { newPreview: () => void }) {
  return (
    <>
      <Button component={Link} to="/invoices" variant="default" leftSection={<IconFileInvoice size={18} aria-hidden />}>
        {t('bulk-actions.result.toInvoices')}
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={newPreview}>
        {t('bulk-actions.result.newPreview')}
      </Button>
    </>
  );
}
