import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { marketDays } from '#contract/market-days.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

/** Sunday is 0. */
export function weekdayNameOf(weekday: number): string {
  return t(`market-days.weekday.${weekday as Weekday}`);
}

interface OpenWeekdaysProps {
  open: readonly number[];
  /** Runs even when somebody else saved. */
  onSaved: () => void;
}

export function OpenWeekdays({ open, onSaved }: OpenWeekdaysProps) {
  const [chosen, setChosen] = useState(() => open.map(String));
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = chosen.length !== open.length || open.some((weekday) => !chosen.includes(String(weekday)));
  const save = async () => {
    setIsSaving(true);
    try {
      const ifMatch = versionOf(marketDays.setWeek, { open_weekdays: open });
      const { message } = await api(marketDays.setWeek, { body: { open_weekdays: chosen.map(Number) } }, { ifMatch });
      toastDone(message, 3);
      onSaved();
    } catch (error) {
      if (isChangedMeanwhile(error)) onSaved();
      toastFailed(sentenceOf(error, t('market-days.weekdays.saveFailed')), 4);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Checkbox.Group
          label={t('market-days.weekdays.label')}
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 && t('market-days.weekdays.none')}
        >
          <Group gap="md" mt="xs">
            {WEEK.map((weekday) => (
              <Checkbox key={weekday} value={String(weekday)} label={weekdayNameOf(weekday)} />
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
            {t('market-days.weekdays.save')}
          </Button>
          <Text size="sm" c="dimmed">
            {isChanged ? t('market-days.weekdays.unsaved') : t('market-days.weekdays.hint')}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
