import { Button, Group, Text } from '@mantine/core';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import type { Selection } from '#web/ui/table/use-selection.ts';
import { fetchIds, MOST_TICKED } from './fetch-invoices.ts';
import { printSelected } from './print-selected.ts';
import type { Invoices } from './use-invoices.ts';

interface SelectionBarProps {
  list: Invoices;
  selection: Selection;
  send: () => void;
}

/** How many are selected, on this page and others, and what can be done with them. */
export function SelectionBar({ list, selection, send }: SelectionBarProps) {
  const { ids, clear } = selection;
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconPrinter size={18} aria-hidden />}
        disabled={ids.length === 0}
        onClick={() => void printSelected(ids)}
      >
        Print Selected Invoices
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={ids.length === 0}
        onClick={send}
      >
        Send Selected Invoices via Email
      </Button>
      <Text size="sm" role="status">
        {ids.length === 0 ? 'None selected' : `${ids.length} selected`}
      </Text>
      <SelectFitting list={list} selection={selection} />
      {ids.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear selection
        </Button>
      )}
    </Group>
  );
}

/** Offered once the whole page is ticked and there is more of it. */
function SelectFitting({ list: { load, wanted }, selection }: Omit<SelectionBarProps, 'send'>) {
  const [isBusy, setIsBusy] = useState(false);
  const { rows, total } = load.data ?? { rows: [], total: 0 };
  const isPageTicked = rows.length > 0 && rows.every(({ invoice_id }) => selection.ids.includes(invoice_id));
  if (!isPageTicked || selection.ids.length >= Math.min(total, MOST_TICKED)) return null;
  const selectThem = async () => {
    setIsBusy(true);
    try {
      selection.add(await fetchIds(wanted));
    } catch {
      toastFailed('Failed to fetch invoices');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => void selectThem()}>
      {total > MOST_TICKED ? `Select the first ${MOST_TICKED} of ${total}` : `Select all ${total}`}
    </Button>
  );
}
