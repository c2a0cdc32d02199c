import { ActionIcon, Box, VisuallyHidden } from '@mantine/core';
import {
  type DataTableColumn,
  type DataTablePaginationProps,
  type DataTableProps,
  type DataTableSelectionProps,
  DataTable as Grid,
} from 'mantine-datatable';
import { t } from '#web/i18n/t.ts';
import 'mantine-datatable/styles.layer.css';
import IconChevronRight from 'virtual:icons/chevron-right';
import { type ReactNode, useEffect, useState } from 'react';
import { PAGE_SIZES, type Sort, type ViewAddress } from '../address/use-view-address.ts';
import { ChoiceField } from '../choice/choice-field.tsx';
import { NOT_ON_PHONES, useHasRoom } from '../phone-only.tsx';
import { renderCell } from './table-cell.tsx';
import { type Column, formatSum, headingOf, isEmptyColumn, isNumeric, sumOf } from './table-column.ts';
import classes from './table-grid.module.css';
import { useRowFocus } from './use-row-focus.ts';
import type { Selection } from './use-selection.ts';
import type { TableView } from './use-table-view.ts';

interface Ticks<Row> {
  selection: Selection;
  rowName: (row: Row) => string;
  /** False for a row that cannot be selected; without it every row can. */
  mayTick?: ((row: Row) => boolean) | undefined;
}

interface TableGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  view: TableView<Row>;
  rowId: (row: Row) => string | number;
  rowEnd?: ((row: Row) => ReactNode) | undefined;
  /**
   * The length of the whole list, if the view contains only one page of it. The sums of the columns are then hidden.
   */
  total?: number;
  ticks?: Ticks<Row> | undefined;
  details?: RowDetails<Row> | undefined;
  /** True when the user can choose the number of rows on a page. */
  hasSizeChoice?: boolean;
  /** True when the first column and the checkboxes do not scroll sideways on wide screens. */
  isFirstPinned?: boolean;
}

const CONTROLS = {
  first: 'ui.table.firstPage',
  previous: 'ui.table.previousPage',
  next: 'ui.table.nextPage',
  last: 'ui.table.lastPage',
} as const;
const BELOW_BOXES = '.mantine-datatable-footer-selector-placeholder-cell';
/** Replaces the library's text for a table without rows. An empty text would not replace it. */
const NO_TEXT = ' ';
const TABULAR = { fontVariantNumeric: 'tabular-nums' } as const;

/** Hidden text for the empty cells of the total row. They are header cells, and screen readers need a text in those. */
function noTotal() {
  return <VisuallyHidden>{t('ui.table.noTotal')}</VisuallyHidden>;
}

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, view, rowId, rowEnd, ticks, details, hasSizeChoice = false } = props;
  const columns = props.columns.filter(
    (column, at) => at === 0 || column.isKept || !isEmptyColumn(column, view.fitting),
  );
  const { opener, expansion } = useRowDetails(rowId, details);
  const hasRoom = useHasRoom();
  const place = useRowFocus<HTMLDivElement>(view.shown.length > 0 ? nextFocusTarget : () => undefined);
  // Screen readers would announce the library's empty heading below the checkboxes, so it loses the role of a heading.
  useEffect(() => place.current?.querySelector(BELOW_BOXES)?.setAttribute('role', 'presentation'));
  const isFirstPinned = hasRoom && props.isFirstPinned === true;
  const total = props.total ?? view.fitting.length;
  const sums = columns.map((column) => (props.total === undefined ? sumOf(column, view.fitting) : undefined));
  const firstShown = columns.findIndex(({ isHiddenOnPhone = false }) => hasRoom || !isHiddenOnPhone);
  const hasSums = sums.some((sum) => sum !== undefined);
  const gridColumns = columns.map((column, at): DataTableColumn<Row> => {
    const name = at === firstShown ? t('ui.table.total') : noTotal();
    const footer = sums[at] === undefined ? name : formatSum(column, sums[at]);
    const ready = gridColumn(column, hasSums ? footer : undefined, view.search);
    return isFirstPinned && at === 0 ? pinned(ready, classes.first) : ready;
  });
  const end: DataTableColumn<Row>[] = rowEnd ? [actionsColumn(rowEnd, hasSums)] : [];
  const isLastPinned = hasRoom && end.length > 0;
  const shape = [
    classes.table,
    ticks && classes.withBoxes,
    isFirstPinned && classes.withFirst,
    isLastPinned && classes.withLast,
  ];
  return (
    <div ref={place} className={shape.filter(Boolean).join(' ')}>
      <Grid<Row>
        aria-label={label}
        columns={[
          ...opener.map((one) => (hasSums ? { ...one, footer: noTotal() } : one)),
          ...gridColumns,
          // The actions of a row remain visible, however wide the table is.
          ...end.map((one) => (isLastPinned ? pinned(one, classes.last) : one)),
        ]}
        records={view.shown}
        idAccessor={rowId}
        sortStatus={{ columnAccessor: view.sort?.key ?? '', direction: view.sort?.isDescending ? 'desc' : 'asc' }}
        onSortStatusChange={({ columnAccessor }) => view.setSort(nextSort(String(columnAccessor), view.sort))}
        withTableBorder
        borderRadius="sm"
        highlightOnHover
        verticalSpacing="var(--space-2)"
        horizontalSpacing={hasRoom ? 'xs' : 'var(--space-2)'}
        height="auto"
        scrollAreaProps={{
          type: 'auto',
          // A table is as high as its rows. Fractions of a pixel would give it a vertical scrollbar otherwise.
          scrollbars: 'x',
          // Without an offset the scrollbar would cover the last row.
          offsetScrollbars: 'present',
          // Row details are as wide as the visible part (table-grid.module.css).
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label, style: { containerType: 'inline-size' } },
        }}
        // The text would only be transparent below rows, and screen readers would read it in English.
        emptyState={NO_TEXT}
        {...expansion}
        {...(ticks && boxesOf(view.shown, (row) => String(rowId(row)), ticks))}
        {...(total > (hasSizeChoice ? PAGE_SIZES[0] : view.pageSize) ? pagesOf(view, total, hasSizeChoice) : {})}
      />
    </div>
  );
}

/**
 * Returns the element to focus: the page button of the same name, which the library has rendered again; after a
 * deletion, the table.
 */
function nextFocusTarget(place: HTMLElement, gone: Element): HTMLElement | undefined {
  const name = gone.getAttribute('aria-label');
  const within = [...place.querySelectorAll<HTMLElement>('button, [role=region]')];
  const same = within.find((one) => one.getAttribute('aria-label') === name && !one.matches(':disabled'));
  return same ?? within.find((one) => one.matches('[role=region]'));
}

function pagesOf<Row>(view: TableView<Row>, total: number, hasSizeChoice: boolean): DataTablePaginationProps {
  return {
    page: view.page,
    onPageChange: view.setPage,
    totalRecords: total,
    recordsPerPage: view.pageSize,
    paginationWithControls: true,
    getPaginationControlProps: (control) => ({ 'aria-label': t(CONTROLS[control]) }),
    getPaginationItemProps: (page) => ({ 'aria-label': t('ui.table.page', { page: String(page) }) }),
    paginationText: ({ from, to, totalRecords }) => t('ui.table.pageRange', { from, to, total: totalRecords }),
    renderPagination: ({ Controls }) => (
      <>
        <Controls.Text />
        {hasSizeChoice && (
          <Box visibleFrom="sm">
            <PageSizeField view={view} />
          </Box>
        )}
        <Controls.Pagination />
      </>
    ),
  };
}

function PageSizeField({ view }: { view: Pick<ViewAddress, 'pageSize' | 'setPageSize'> }) {
  return (
    <ChoiceField
      aria-label={t('ui.table.pageSize')}
      size="xs"
      data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('ui.table.rowsPerPage', { size }) }))}
      value={String(view.pageSize)}
      onChange={(size) => view.setPageSize(Number(size))}
    />
  );
}

function boxesOf<Row>(
  shown: Row[],
  idOf: (row: Row) => string,
  { selection, rowName, mayTick }: Ticks<Row>,
): DataTableSelectionProps<Row> {
  return {
    selectedRecords: shown.filter((row) => selection.ids.includes(idOf(row))),
    onSelectedRecordsChange: (ticked) => {
      selection.add(ticked.map(idOf));
      selection.remove(shown.filter((row) => !ticked.includes(row)).map(idOf));
    },
    ...(mayTick && { isRecordSelectable: mayTick }),
    getRecordSelectionCheckboxProps: (row) => ({ 'aria-label': t('ui.table.select', { name: rowName(row) }) }),
    allRecordsSelectionCheckboxProps: { 'aria-label': t('ui.table.selectPage') },
  };
}

function nextSort(key: string, sort: Sort | undefined): Sort | undefined {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? undefined : { key, isDescending: true };
}

function gridColumn<Row>(column: Column<Row>, footer: ReactNode, search: string): DataTableColumn<Row> {
  const isFigure = isNumeric(column);
  return {
    accessor: column.key,
    title: headingOf(column),
    sortable: column.isSortable !== false,
    textAlign: isFigure ? 'right' : 'left',
    noWrap: column.kind !== undefined && !['text', 'person'].includes(column.kind),
    cellsStyle: () => (isFigure ? TABULAR : undefined),
    render: (row) => renderCell(column, row, search),
    ...(column.width !== undefined && { width: column.width }),
    ...(column.isHiddenOnPhone && { visibleMediaQuery: NOT_ON_PHONES }),
    ...(footer !== undefined && { footer, footerStyle: TABULAR }),
  };
}

function actionsColumn<Row>(draw: (row: Row) => ReactNode, hasSums: boolean): DataTableColumn<Row> {
  return {
    accessor: 'actions',
    title: <VisuallyHidden>{t('ui.table.actions')}</VisuallyHidden>,
    width: '0%',
    render: draw,
    ...(hasSums && { footer: noTotal() }),
  };
}

/**
 * Returns a column that does not scroll sideways. The library's own pinned columns are not used: after each rendering
 * they measure all headings, so the page is laid out twice.
 */
function pinned<Row>(column: DataTableColumn<Row>, side: string | undefined): DataTableColumn<Row> {
  const name = `${classes.pinned ?? ''} ${side ?? ''}`;
  return { ...column, titleClassName: name, cellsClassName: () => name, footerClassName: name };
}

interface RowDetails<Row> {
  draw: (row: Row) => ReactNode;
  rowName: (row: Row) => string;
}

function useRowDetails<Row>(
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
    ...(hasRoom ? { width: 40 } : { width: 32, cellsStyle: () => ({ paddingInline: 'var(--space-1)' }) }),
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
