import IconFilter from 'virtual:icons/filter';
import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { useHasRoom } from '../phone-only.tsx';
import type { Selection } from './use-selection.ts';

interface ListToolbarProps {
  search?: ReactNode;
  filters?: ReactNode;
  /** How many rows there are, and the button that exports them. */
  end?: ReactNode;
  /** What is done with selected rows. */
  bar?: ReactNode;
  selection?: Selection | undefined;
  /** The part of the address that tabs above the list show. */
  tabs?: string | undefined;
}

/** The parts of the address that are visible without the filters (use-view-address.ts). */
const VISIBLE = ['search', 'sort', 'page', 'size'];

/** Returns whether the address has a filter, which must be visible when the page is opened. */
function useIsFiltered(tabs: string | undefined): boolean {
  const [params] = useSearchParams();
  return [...params].some(([name, value]) => value !== '' && name !== tabs && !VISIBLE.includes(name));
}

/**
 * What is above a list. On a phone the first row is on the first screen, so all of it except the search is behind one
 * button, and what is done with selected rows appears with the selection.
 */
export function ListToolbar({ search, filters, end, bar, selection, tabs }: ListToolbarProps) {
  const hasRoom = useHasRoom();
  const [isOpen, { toggle }] = useDisclosure(useIsFiltered(tabs));
  const id = useId();
  const isSelecting = selection !== undefined && selection.ids.length > 0;
  if (hasRoom)
    return (
      <>
        <Group gap="sm" align="flex-end" justify="space-between">
          <Group gap="sm" align="flex-end" style={{ flex: '1 1 auto' }}>
            {search}
            {filters}
          </Group>
          <Group gap="sm">{end}</Group>
        </Group>
        {bar}
      </>
    );
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {search}
        <Button
          variant="default"
          px="sm"
          leftSection={<IconFilter size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          style={{ flex: 'none' }}
        >
          {t('ui.table.filters')}
        </Button>
      </Group>
      <Stack gap="sm" id={id} hidden={!isOpen} {...(!isOpen && { display: 'none' })}>
        <Group gap="xs" align="flex-end">
          {filters}
        </Group>
        <Group gap="xs">{end}</Group>
        {!isSelecting && bar}
      </Stack>
      {isSelecting && bar}
    </>
  );
}
