import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { marketDays } from '#contract/market-days.ts';
import { sentenceOf } from '#web/client.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** By their number, Sunday 0. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** As people go through a week. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

interface OpenWeekdaysProps {
  /** As they are stored. */
  open: readonly number[];
  onSaved: () => void;
}

/** The weekdays on which the market is open. */
export function OpenWeekdays({ open, onSaved }: OpenWeekdaysProps) {
  const [chosen, setChosen] = useState(() => open.map(String));
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = chosen.length !== open.length || open.some((weekday) => !chosen.includes(String(weekday)));
  const save = async () => {
    setIsSaving(true);
    try {
      const { message } = await api(marketDays.setWeek, { body: { open_weekdays: chosen.map(Number) } });
      toastDone(message, 3);
      onSaved();
    } catch (error) {
      toastFailed(sentenceOf(error, 'Failed to save the open weekdays.'), 4);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Checkbox.Group
          label="The market is open on"
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 && 'Choose at least one weekday.'}
        >
          <Group gap="md" mt="xs">
            {WEEK.map((weekday) => (
              <Checkbox key={weekday} value={String(weekday)} label={WEEKDAYS[weekday]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!isChanged || chosen.length === 0}
            loading={isSaving}
            onClick={() => void save()}
          >
            Save weekdays
          </Button>
          <Text size="sm" c="dimmed">
            {isChanged
              ? 'Not saved yet.'
              : 'Every other weekday counts as closed, unless the day itself is entered as open.'}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
