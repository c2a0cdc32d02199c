import { Alert, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { Run } from '#contract/bulk-actions.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import type { ActionText } from './describe-action.ts';
import { StageTitle } from './stage-title.tsx';

interface ActionProgressProps {
  words: ActionText;
  /** How far it is; not known in its first second. */
  run: Run | undefined;
  isLost: boolean;
}

/** How far the action is, and plainly what is not known when the connection was lost meanwhile. */
export function ProgressPanel({ words, run, isLost }: ActionProgressProps) {
  return (
    <Stack gap="md">
      {isLost && (
        <Alert
          color="turmeric"
          role="alert"
          icon={<IconPlugConnectedX aria-hidden />}
          title="The connection was lost. It may still be running."
        >
          <Text size="sm">
            Nothing needs to be done. This page goes on asking the server until it knows how it ended.
          </Text>
        </Alert>
      )}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <StageTitle>{words.doing}</StageTitle>
          <Progress
            value={run && run.total > 0 ? (100 * run.done) / run.total : 0}
            size="lg"
            aria-label={`${words.doing}, shops done`}
          />
          <Text role="status" size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {run ? `${formatNumber(run.done)} of ${formatNumber(run.total)} shops done` : 'Beginning…'}
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}
