import { Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AsyncState } from '#web/ui/async-state.tsx';
import type { Load } from '#web/ui/use-load.ts';

interface SettingPanelProps<Stored> {
  /** The id of the heading. */
  id: string;
  title: string;
  about: string;
  load: Load<Stored>;
  failure: string;
  mayChange: boolean;
  /** The height of the form in pixels, which is reserved while it loads. */
  formHeight?: number;
  form: (stored: Stored) => ReactNode;
  /** What is shown to people who may not change the setting. */
  sentences: (stored: Stored) => readonly string[];
}

const HEIGHT = 76;

/** A setting on a page of several: its form, or sentences for those who may not change it. */
export function SettingPanel<Stored>(props: SettingPanelProps<Stored>) {
  const { id, title, about, load, failure, mayChange, formHeight = HEIGHT, form, sentences } = props;
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md">
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      <AsyncState load={load} failure={failure} skeleton={<Skeleton height={mayChange ? formHeight : HEIGHT} />}>
        {(stored) => (
          <Stack gap="sm">
            <Text size="sm">{about}</Text>
            {mayChange
              ? form(stored)
              : sentences(stored).map((sentence) => (
                  <Text key={sentence} size="sm">
                    {sentence}
                  </Text>
                ))}
          </Stack>
        )}
      </AsyncState>
    </Card>
  );
}
