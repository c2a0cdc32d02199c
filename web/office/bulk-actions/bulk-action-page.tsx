import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { VerifyDialog } from '../session/verify-dialog.tsx';
import { Screen } from '../shell/screen.tsx';
import { ActionEnd } from './action-end.tsx';
import type { ActionText } from './describe-action.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { ResultPanel } from './result-panel.tsx';
import { type BulkActionState, useBulkAction } from './use-bulk-action.ts';

const LEAVE = {
  title: 'Leave while this is under way?',
  body: 'It goes on, on the server. How it ends is listed under Settings.',
  action: 'Leave',
  refrain: 'Stay here',
};

/**
 * An action over the whole market: a preview of what it will do, the proof of who asks for it (specification 2, section
 * 2), how far it is, and what became of each. One page for all four; `words` is in what they differ.
 */
export function BulkActionPage({ words }: { words: ActionText }) {
  const state = useBulkAction(words);
  const [isAsking, setIsAsking] = useState(false);
  useUnsavedGuard(() => state.stage.kind === 'running', LEAVE);
  const begin = () => {
    setIsAsking(false);
    void state.run();
  };
  return (
    <Screen path={words.path} subtitle={words.about}>
      <Stack gap="md">
        {state.failure !== undefined && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {state.failure}
          </Alert>
        )}
        <StageOf words={words} state={state} ask={() => setIsAsking(true)} />
      </Stack>
      <VerifyDialog
        isOpen={isAsking}
        act={words.act(countOf(state))}
        onClose={() => setIsAsking(false)}
        onVerified={begin}
      />
    </Screen>
  );
}

interface StageProps {
  words: ActionText;
  state: BulkActionState;
  ask: () => void;
}

function StageOf({ words, state, ask }: StageProps) {
  const { stage, preview, checkAgain } = state;
  if (stage.kind === 'running') return <ProgressPanel words={words} {...stage} />;
  if (stage.kind === 'ended') return <ActionEnd words={words} run={stage.run} checkAgain={checkAgain} />;
  if (stage.kind === 'done')
    return <ResultPanel words={words} effect={stage.effect} runAgain={ask} checkAgain={checkAgain} />;
  return <PreviewPanel words={words} load={preview} ask={ask} checkAgain={checkAgain} />;
}

/** How many are on the button: those of the preview; none is known for what is run again. */
function countOf({ stage, preview }: BulkActionState): number | undefined {
  return stage.kind === 'preview' ? preview.data?.count : undefined;
}
