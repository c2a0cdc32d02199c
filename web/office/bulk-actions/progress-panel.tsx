import { Alert, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Run } from '#contract/bulk-actions.ts';
import { t } from '#web/i18n/t.ts';
import { actionText, type ManualActionInfo } from './describe-action.ts';

interface ProgressPanelProps {
  action: ManualActionInfo;
  run: Run | undefined;
  isLost: boolean;
}

export function ProgressPanel({ action, run, isLost }: ProgressPanelProps) {
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

/** Takes the focus, because the pressed button no longer exists. */
export function StageTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
