import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { AsyncState } from '#web/ui/async-state.tsx';
import type { Load } from '#web/ui/use-load.ts';
import type { ActionEffect, ActionText } from './describe-action.ts';
import { EffectTable } from './effect-table.tsx';
import { TotalsPanel } from './totals-panel.tsx';

interface ActionPreviewProps {
  words: ActionText;
  load: Load<ActionEffect>;
  ask: () => void;
  checkAgain: () => void;
}

/** What the action will do: to whom, how much, and whom it passes over and why. Nothing has changed yet. */
export function PreviewPanel({ words, load, ask, checkAgain }: ActionPreviewProps) {
  return (
    <AsyncState load={load} failure="What this would do could not be worked out." skeleton={<GreyPreview />}>
      {(effect) => (
        <Stack gap="md" aria-busy={load.isLoading}>
          <TotalsPanel words={words} effect={effect} isDone={false} />
          <Group gap="sm">
            <Button onClick={ask} disabled={effect.count === 0 || load.isLoading}>
              {words.act(effect.count > 0 ? effect.count : undefined)}
            </Button>
            <Button
              variant="default"
              loading={load.isLoading}
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={checkAgain}
            >
              Check again
            </Button>
            <Text size="sm" c="dimmed">
              {effect.count > 0 && 'Nothing has changed yet.'}
              {effect.count === 0 && effect.results.length > 0 && words.nothing}
            </Text>
          </Group>
          <EffectTable words={words} results={effect.results} isDone={false} />
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
