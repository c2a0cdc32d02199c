import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import type { Load } from '#web/ui/use-load.ts';
import { type ActionEffect, actionText, type ManualActionInfo } from './describe-action.ts';
import { EffectTable } from './effect-table.tsx';
import { TotalsPanel } from './totals-panel.tsx';

interface PreviewPanelProps {
  action: ManualActionInfo;
  load: Load<ActionEffect>;
  ask: () => void;
  newPreview: () => void;
}

export function PreviewPanel({ action, load, ask, newPreview }: PreviewPanelProps) {
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
