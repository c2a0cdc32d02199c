import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Run } from '#contract/bulk-actions.ts';
import type { ActionText } from './describe-action.ts';
import { CheckAgain, ToInvoices } from './result-panel.tsx';
import { StageTitle } from './stage-title.tsx';

interface ActionEndProps {
  words: ActionText;
  run: Run;
  checkAgain: () => void;
}

/** How a run ended whose own answer was lost: its summary, for the list went with the answer. */
export function ActionEnd({ words, run, checkAgain }: ActionEndProps) {
  const isDone = run.outcome === 'done';
  return (
    <Stack gap="md">
      <StageTitle>Result</StageTitle>
      <Alert
        color={isDone ? 'leaf' : 'red'}
        role={isDone ? 'status' : 'alert'}
        icon={isDone ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={run.summary || words.failed}
      >
        <Text size="sm">
          {isDone
            ? 'The connection was lost, but it ended on the server. The list of each shop was lost on the way.'
            : 'Check what is left, and run it once more: nothing is done twice.'}
        </Text>
      </Alert>
      <Group gap="sm">
        <ToInvoices />
        <CheckAgain checkAgain={checkAgain} />
      </Group>
    </Stack>
  );
}
