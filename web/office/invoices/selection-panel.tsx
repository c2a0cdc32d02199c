import IconMail from 'virtual:icons/mail';
import IconPrinter from 'virtual:icons/printer';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { monthOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import type { Selection } from '#web/ui/table/use-selection.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { fetchIds, MOST_SELECTED } from './fetch-invoices.ts';
import { printSelected } from './print-selected.ts';
import type { Invoices } from './use-invoices.ts';

interface SelectionPanelProps {
  list: Invoices;
  selection: Selection;
  send: () => void;
}

export function SelectionPanel({ list, selection, send }: SelectionPanelProps) {
  const { ids, clear } = selection;
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconPrinter size={18} aria-hidden />}
        disabled={ids.length === 0}
        onClick={() => void printSelected(ids)}
      >
        {t('invoices.selection.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={ids.length === 0}
        onClick={send}
      >
        {t('invoices.selection.send')}
      </Button>
      <Text size="sm" role="status">
        {t('invoices.selection.count', { count: ids.length })}
      </Text>
      {ids.length === 0 && <PrintMonth list={list} />}
      <SelectMatching list={list} selection={selection} />
      {ids.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          {t('invoices.selection.clear')}
        </Button>
      )}
    </Group>
  );
}

/** Prints all invoices of the chosen month, by default the current one, without selecting them. */
function PrintMonth({ list: { filter } }: Pick<SelectionPanelProps, 'list'>) {
  const month = filter.month ?? monthOf(browserToday());
  const name = formatMonth(month);
  const printing = useBusy(async () => {
    try {
      const { ids, matching } = await fetchIds({ ...filter, search: '', status: 'all', month });
      if (ids.length === 0) return toastFailed(t('invoices.list.emptyMonth', { month: name }));
      if (matching > ids.length) return toastFailed(t('invoices.print.tooMany', { most: MOST_SELECTED }));
      await printSelected(ids);
    } catch {
      toastFailed(t('invoices.list.failed'));
    }
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
      loading={printing.isBusy}
      onClick={printing.run}
    >
      {t('invoices.selection.printMonth', { month: name })}
    </Button>
  );
}

function SelectMatching({ list: { load, filter }, selection }: Omit<SelectionPanelProps, 'send'>) {
  const [isBusy, setIsBusy] = useState(false);
  const { rows, total } = load.data ?? { rows: [], total: 0 };
  const isPageSelected = rows.length > 0 && rows.every(({ invoice_id }) => selection.ids.includes(invoice_id));
  if (!isPageSelected || selection.ids.length >= Math.min(total, MOST_SELECTED)) return null;
  const selectThem = async () => {
    setIsBusy(true);
    try {
      selection.add((await fetchIds(filter)).ids);
    } catch {
      toastFailed(t('invoices.list.failed'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => void selectThem()}>
      {total > MOST_SELECTED
        ? t('invoices.selection.first', { most: MOST_SELECTED, total })
        : t('invoices.selection.all', { total })}
    </Button>
  );
}
