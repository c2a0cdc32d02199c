import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import type { Load } from '#web/ui/use-load.ts';

interface SettingPanelProps<Stored> {
  /** The id of the heading. */
  id: string;
  title: string;
  about?: string;
  /** What is above the setting, such as a warning. */
  notice?: (stored: Stored) => ReactNode;
  load: Load<Stored>;
  failure: string;
  mayChange: boolean;
  /** The height of the form in pixels, which is reserved while it loads. */
  formHeight?: number;
  form: (stored: Stored) => ReactNode;
  /** The setting in words: for people who may not change it, and on a phone until somebody changes it. */
  sentences: (stored: Stored) => readonly string[];
}

const HEIGHT = 76;

/** A setting on a page of several: its form, or sentences for those who may not change it. */
export function SettingPanel<Stored>(props: SettingPanelProps<Stored>) {
  const { id, title, about, notice, load, failure, mayChange, formHeight = HEIGHT, form, sentences } = props;
  const hasRoom = useHasRoom();
  const [isOpen, setIsOpen] = useState(false);
  const isForm = mayChange && (hasRoom || isOpen);
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md">
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      <AsyncState load={load} failure={failure} skeleton={<Skeleton height={isForm ? formHeight : HEIGHT} />}>
        {(stored) => (
          <Stack gap="sm">
            {notice?.(stored)}
            {about !== undefined && (isForm || !mayChange) && <Text size="sm">{about}</Text>}
            {isForm
              ? form(stored)
              : sentences(stored).map((sentence) => (
                  <Text key={sentence} size="sm">
                    {sentence}
                  </Text>
                ))}
            {mayChange && !isForm && (
              <Button
                variant="default"
                aria-describedby={id}
                style={{ alignSelf: 'flex-start' }}
                onClick={() => setIsOpen(true)}
              >
                {t('settings.panel.change')}
              </Button>
            )}
          </Stack>
        )}
      </AsyncState>
    </Card>
  );
}
