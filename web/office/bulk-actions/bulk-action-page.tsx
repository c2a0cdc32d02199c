import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { Screen } from '../screen.tsx';
import { VerifyDialog } from '../session/verify-dialog.tsx';
import { actionText, type ManualActionInfo, manualActions } from './describe-action.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { EndedPanel, ResultPanel } from './result-panel.tsx';
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

/** Preview, verification (specification 2, section 2), progress, result. */
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
