import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { DataTableColumn, DataTableProps } from 'mantine-datatable';
import { type ReactNode, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { useHasRoom } from '../phone-only.tsx';
import classes from './table-details.module.css';

export interface RowDetails<Row> {
  draw: (row: Row) => ReactNode;
  rowName: (row: Row) => string;
}

export function useRowDetails<Row>(
  rowId: (row: Row) => string | number,
  details: RowDetails<Row> | undefined,
): { opener: DataTableColumn<Row>[]; expansion: Pick<DataTableProps<Row>, 'rowExpansion'> } {
  const [opened, setOpened] = useState<readonly (string | number)[]>([]);
  const hasRoom = useHasRoom();
  if (!details) return { opener: [], expansion: {} };
  const turn = (id: string | number) =>
    setOpened((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const opener: DataTableColumn<Row> = {
    accessor: 'opener',
    title: <VisuallyHidden>{t('ui.table.details')}</VisuallyHidden>,
    ...(hasRoom ? { width: 44 } : { width: 32, cellsStyle: () => ({ paddingInline: 2 }) }),
    render: (row) => {
      const id = rowId(row);
      return <Opener name={details.rowName(row)} isOpen={opened.includes(id)} turn={() => turn(id)} />;
    },
  };
  const expansion: Pick<DataTableProps<Row>, 'rowExpansion'> = {
    rowExpansion: {
      trigger: 'never',
      allowMultiple: true,
      expanded: { recordIds: [...opened] },
      collapseProps: { transitionDuration: 0 },
      content: ({ record }) => <div className={classes.opened ?? ''}>{details.draw(record)}</div>,
    },
  };
  return { opener: [opener], expansion };
}

function Opener({ name, isOpen, turn }: { name: string; isOpen: boolean; turn: () => void }) {
  const shape = `${classes.turn ?? ''} ${isOpen ? (classes.turned ?? '') : ''}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('ui.table.detailsOf', { name })}
      aria-expanded={isOpen}
      onClick={turn}
    >
      <IconChevronRight size={18} className={shape} aria-hidden />
    </ActionIcon>
  );
}
