import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconCheck from 'virtual:icons/check';
import IconFileInvoice from 'virtual:icons/file-invoice';
import IconPlugConnectedX from 'virtual:icons/plug-connected-x';
import IconRefresh from 'virtual:icons/refresh';
import { Alert, Button, Group, Paper, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Run } from '#contract/bulk-actions.ts';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import type { Load } from '#web/ui/use-load.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { VerifyDialog } from '../session/verify-dialog.tsx';
import { type ActionEffect, actionText, type ManualActionInfo, manualActions } from './describe-action.ts';
import { EffectTable } from './effect-table.tsx';
import { type BulkActionState, useBulkAction } from './use-bulk-action.ts';

export function GenerateInvoicesPage() {
  return <BulkActionPage action={manualActions['generate-invoices']} />;
}

export function ApplyFinesPage() {
  return <BulkActionPage action={manualActions['apply-fines']} />;
}

export function FineArrestPage() {
  return <BulkActionPage action={manualActions['fine-arrest']} />;
}

export function InvoiceArrestPage() {
  return <BulkActionPage action={manualActions['invoice-arrest']} />;
}

/** Shows an action in steps: preview, verification (specification 2, section 2), progress, result. */
function BulkActionPage({ action }: { action: ManualActionInfo }) {
  const state = useBulkAction(action);
  const [isAsking, setIsAsking] = useState(false);
  useUnsavedGuard(
    () => state.stage.kind === 'running',
    () => ({
      title: t('bulk-actions.leave.title'),
      body: t('bulk-actions.leave.text'),
      action: t('bulk-actions.leave.leave'),
      cancelLabel: t('bulk-actions.leave.stay'),
    }),
  );
  const begin = () => {
    setIsAsking(false);
    void state.run();
  };
  return (
    <Screen
      path={action.path}
      subtitle={actionText(action, 'about')}
      {...(action.like === 'Arrest' && { actions: <ArrestInfo hasWord /> })}
    >
      <Stack gap="md">
        {state.failure !== undefined && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {state.failure}
          </Alert>
        )}
        <StagePanel action={action} state={state} ask={() => setIsAsking(true)} />
      </Stack>
      <VerifyDialog
        isOpen={isAsking}
        act={actionText(action, 'action', countOf(state))}
        onClose={() => setIsAsking(false)}
        onVerified={begin}
      />
    </Screen>
  );
}

interface StageProps {
  action: ManualActionInfo;
  state: BulkActionState;
  ask: () => void;
}

function StagePanel({ action, state, ask }: StageProps) {
  const { stage, preview, newPreview } = state;
  if (stage.kind === 'running') return <ProgressPanel action={action} {...stage} />;
  if (stage.kind === 'ended') return <EndedPanel action={action} run={stage.run} newPreview={newPreview} />;
  if (stage.kind === 'done')
    return <ResultPanel action={action} effect={stage.effect} runAgain={ask} newPreview={newPreview} />;
  return <PreviewPanel action={action} load={preview} ask={ask} newPreview={newPreview} />;
}

function countOf({ stage, preview }: BulkActionState): number | undefined {
  return stage.kind === 'preview' ? preview.data?.count : undefined;
}

interface PreviewPanelProps {
  action: ManualActionInfo;
  load: Load<ActionEffect>;
  ask: () => void;
  newPreview: () => void;
}

function PreviewPanel({ action, load, ask, newPreview }: PreviewPanelProps) {
  return (
    <AsyncState load={load} failure={t('bulk-actions.preview.failed')} skeleton={<GreyPreview />}>
      {(effect) => (
        <Stack gap="md" aria-busy={load.isLoading}>
          <TotalsPanel action={action} effect={effect} isDone={false} />
          <Group gap="sm">
            <Button onClick={ask} disabled={effect.count === 0 || load.isLoading}>
              {actionText(action, 'action', effect.count)}
            </Button>
            <Button
              variant="default"
              loading={load.isLoading}
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={newPreview}
            >
              {t('bulk-actions.preview.update')}
            </Button>
            <Text size="sm" c="dimmed">
              {effect.count > 0 && t('bulk-actions.preview.notYet')}
              {effect.count === 0 && effect.results.length > 0 && actionText(action, 'nothing')}
            </Text>
          </Group>
          <EffectTable action={action} results={effect.results} isDone={false} />
        </Stack>
      )}
    </AsyncState>
  );
}

function GreyPreview() {
  return (
    <Stack gap="md">
      <Skeleton height={76} />
      <Skeleton height={36} maw={360} />
      <Skeleton height={320} />
    </Stack>
  );
}

interface ResultPanelProps {
  action: ManualActionInfo;
  effect: ActionEffect;
  runAgain: () => void;
  newPreview: () => void;
}

function ResultPanel({ action, effect, runAgain, newPreview }: ResultPanelProps) {
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

/** Shows the outcome of a run whose answer was lost. Only that answer contained the results per shop. */
function EndedPanel({ action, run, newPreview }: EndedPanelProps) {
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
      <Button
        component={Link}
        to={placeOf('/invoices')}
        variant="default"
        leftSection={<IconFileInvoice size={18} aria-hidden />}
      >
        {t('bulk-actions.result.toInvoices')}
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={newPreview}>
        {t('bulk-actions.result.newPreview')}
      </Button>
    </>
  );
}

interface TotalsPanelProps {
  action: ManualActionInfo;
  effect: ActionEffect;
  isDone: boolean;
}

function TotalsPanel({ action, effect, isDone }: TotalsPanelProps) {
  const { count, total_amount, results, within_grace = 0 } = effect;
  const countOf = (status: string) => results.filter((result) => result.status === status).length;
  const failed = countOf('failed');
  const skipped = countOf('skipped');
  const reasons = t('bulk-actions.totals.reasons');
  const grace = within_grace > 0 ? t('bulk-actions.totals.withinGrace', { count: within_grace }) : reasons;
  return (
    <SimpleGrid cols={{ base: 1, xs: failed > 0 ? 2 : 3, lg: failed > 0 ? 4 : 3 }} spacing="sm">
      <FigureCard
        name={actionText(action, isDone ? 'did' : 'will')}
        figure={actionText(action, 'count', count)}
        isMain
      />
      <FigureCard name={actionText(action, 'total')} figure={formatMoney(total_amount)} />
      <FigureCard
        name={t('bulk-actions.totals.skipped')}
        figure={writeNumber(skipped)}
        {...(skipped + within_grace > 0 && { about: grace })}
      />
      {failed > 0 && <FigureCard name={t('bulk-actions.totals.failed')} figure={writeNumber(failed)} about={reasons} />}
    </SimpleGrid>
  );
}

interface ProgressPanelProps {
  action: ManualActionInfo;
  run: Run | undefined;
  isLost: boolean;
}

function ProgressPanel({ action, run, isLost }: ProgressPanelProps) {
  const running = actionText(action, 'running');
  return (
    <Stack gap="md">
      {isLost && (
        <Alert
          color="turmeric"
          role="alert"
          icon={<IconPlugConnectedX aria-hidden />}
          title={t('bulk-actions.progress.lost')}
        >
          <Text size="sm">{t('bulk-actions.progress.lostText')}</Text>
        </Alert>
      )}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <StageTitle>{running}</StageTitle>
          <Progress
            value={run && run.total > 0 ? (100 * run.done) / run.total : 0}
            size="lg"
            aria-label={t('bulk-actions.progress.shopsDone', { action: running })}
          />
          <Text role="status" size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {run
              ? t('bulk-actions.progress.count', { done: run.done, total: run.total })
              : t('bulk-actions.progress.starting')}
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}

/** The title of a step. The title takes the focus, because the button that the user pressed no longer exists. */
function StageTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
