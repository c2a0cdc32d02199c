import IconArrowDown from 'virtual:icons/arrow-down';
import IconArrowUp from 'virtual:icons/arrow-up';
import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import type { FormValues } from './form-values.ts';
import type { OfficeForm } from './use-office-form.ts';

/**
 * A form whose fields are lists. The library's form type depends on the fields, so code that works with every such form
 * uses this type.
 */
export type EntryLists = OfficeForm<Record<string, unknown[]>>['inner'];

interface ListFieldsProps<Values extends FormValues> {
  form: OfficeForm<Values>;
  path: string;
  nameOf: (number: number) => string;
  addLabel: string;
  newEntry: () => unknown;
  most: number;
  empty: string;
  adding?: ReactNode;
  children: (path: string) => ReactNode;
}

export function ListFields<Values extends FormValues>(props: ListFieldsProps<Values>) {
  const { form, path, nameOf, addLabel, newEntry, most, empty, adding, children } = props;
  const lists = form.inner as unknown as EntryLists;
  const entries = lists.getValues()[path] ?? [];
  const places = entries.map((_, at) => `${path}.${at}`);
  const move = (from: number, to: number) => lists.reorderListItem(path, { from, to });
  return (
    <Stack gap="sm">
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {places.map((place, at) => (
        <Paper key={place} withBorder p="sm" role="group" aria-label={nameOf(at + 1)}>
          <Group justify="space-between" mb="xs">
            <Text size="sm" fw={700}>
              {nameOf(at + 1)}
            </Text>
            <Group gap="var(--space-2)">
              <EntryButton
                label={t('ui.list.up', { name: nameOf(at + 1) })}
                isDisabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </EntryButton>
              <EntryButton
                label={t('ui.list.down', { name: nameOf(at + 1) })}
                isDisabled={at === entries.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </EntryButton>
              <EntryButton
                label={t('ui.list.remove', { name: nameOf(at + 1) })}
                onClick={() => lists.removeListItem(path, at)}
              >
                <IconTrash size={18} aria-hidden />
              </EntryButton>
            </Group>
          </Group>
          {children(place)}
        </Paper>
      ))}
      {entries.length < most &&
        (adding ?? (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => lists.insertListItem(path, newEntry())}
            style={{ alignSelf: 'flex-start' }}
          >
            {addLabel}
          </Button>
        ))}
    </Stack>
  );
}

interface EntryButtonProps {
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function EntryButton({ label, isDisabled = false, onClick, children }: EntryButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} disabled={isDisabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
