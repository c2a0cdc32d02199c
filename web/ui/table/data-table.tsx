import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import type { Sort } from '../address/use-view-address.ts';
import { Empty, Failure, Waiting } from '../async-state.tsx';
import { useHasRoom } from '../phone-only.tsx';
import type { Load } from '../use-load.ts';
import { ExportButton, exportingRows } from './export-button.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { SearchBox } from './search-box.tsx';
import type { Column } from './table-column.ts';
import { exportTable } from './table-export.ts';
import { TableGrid } from './table-grid.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Selection } from './use-selection.ts';
import { type TableView, useTableView } from './use-table-view.ts';

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  load: Load<readonly Row[]>;
  failure: string;
  rowId: (row: Row) => string | number;
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** The text of a table without rows. */
  empty: { text: string; next?: ReactNode };
  /** The text when the search matches no row. */
  noResults?: string;
  /** The label of the search; without one the table has no search. */
  search?: string;
  furtherText?: (row: Row) => string;
  /** A filter of the rows. It must be stable (useCallback). */
  filter?: (row: Row) => boolean;
  filters?: ReactNode;
  /** The part of the address that tabs above the list show. */
  tabs?: string;
  initialSort?: Sort;
  /** Without it, the user chooses the number. */
  pageSize?: number;
  details?: ((row: Row) => ReactNode) | undefined;
  /** The name of the exported file without extension; without it there is no export. */
  exportName?: string;
  /** The columns of the export; by default those of the screen. */
  exportColumns?: readonly Column<Row>[];
  nothingToExport?: string;
  /** What is shown while loading; by default a skeleton of the table. */
  waiting?: ReactNode;
  /** If given, each row has a checkbox. `bar` is shown above the table. */
  selection?: Selection | undefined;
  /** False for a row that cannot be selected; without it every row can. */
  mayTick?: (row: Row) => boolean;
  bar?: (fitting: readonly Row[]) => ReactNode;
  /** The prefix of the table's parameters in the address, needed when a screen has two tables. */
  prefix?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { load, columns, label, failure } = props;
  const pageSize = useRowsOfPage(props.pageSize);
  const rows = load.data ?? NO_ROWS;
  const view = useTableView({
    rows,
    columns,
    pageSize,
    prefix: props.prefix,
    initialSort: props.initialSort,
    filter: props.filter,
    furtherText: props.furtherText,
  });
  const isFailed = load.data === undefined && !load.isLoading;
  return (
    <Stack gap="sm">
      <Toolbar {...props} view={view} />
      {isFailed && <Failure sentence={failure} error={load.error} retry={load.reload} />}
      {load.data === undefined && load.isLoading && (
        <Waiting>
          {props.waiting ?? <TableSkeleton columns={columns.length} rows={Math.min(view.pageSize, 10)} />}
        </Waiting>
      )}
      {load.data !== undefined && view.fitting.length === 0 && (
        <Nothing {...props} hasRows={rows.length > 0} search={view.search} clear={() => view.setSearch('')} />
      )}
      {view.fitting.length > 0 && (
        <TableGrid
          label={label}
          columns={columns}
          view={view}
          hasSizeChoice={pageSize === undefined}
          rowId={props.rowId}
          rowEnd={endOf(props)}
          ticks={props.selection && { selection: props.selection, rowName: props.rowName, mayTick: props.mayTick }}
          details={props.details && { draw: props.details, rowName: props.rowName }}
        />
      )}
    </Stack>
  );
}

const NO_ROWS: readonly never[] = [];

function endOf<Row>({ rowActions, rowName }: DataTableProps<Row>): ((row: Row) => ReactNode) | undefined {
  return rowActions && ((row) => <RowActions name={rowName(row)} actions={rowActions(row)} />);
}

function Toolbar<Row>(props: DataTableProps<Row> & { view: TableView<Row> }) {
  const { search, filters, exportName, view } = props;
  const bar = props.bar?.(view.fitting);
  if (search === undefined && filters === undefined && exportName === undefined) return bar;
  return (
    <ListToolbar
      search={search !== undefined && <SearchBox label={search} value={view.search} onSearch={view.setSearch} />}
      filters={filters}
      end={<ToolbarEnd {...props} />}
      bar={bar}
      selection={props.selection}
      tabs={props.tabs}
    />
  );
}

function ToolbarEnd<Row>({ view, load, exportName, ...props }: DataTableProps<Row> & { view: TableView<Row> }) {
  return (
    <>
      {load.data !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {view.fitting.length === load.data.length
            ? t('ui.table.count', { count: load.data.length })
            : t('ui.table.countOf', { shown: view.fitting.length, count: load.data.length })}
        </Text>
      )}
      {exportName !== undefined && (
        <ExportButton
          {...exportingRows(view.fitting.length, exportName, props.nothingToExport)}
          download={() => exportTable(exportName, props.exportColumns ?? props.columns, view.fitting)}
        />
      )}
    </>
  );
}

function Nothing<Row>(props: DataTableProps<Row> & { hasRows: boolean; search: string; clear: () => void }) {
  const { hasRows, empty, noResults, search, clear } = props;
  if (!hasRows) return <Empty {...empty} />;
  const text = noResults ?? (search === '' ? t('ui.table.noFilterResults') : t('ui.table.noResults', { search }));
  const button = (
    <Button variant="default" onClick={clear}>
      {t('ui.table.showAll')}
    </Button>
  );
  return <Empty text={text} next={search === '' ? t('ui.table.otherFilter') : button} />;
}

/** On a phone a short table among others has fewer rows, so that the next one is not screens away. */
const MOST_OF_PHONE = 3;

function useRowsOfPage(pageSize: number | undefined): number | undefined {
  const hasRoom = useHasRoom();
  return pageSize === undefined || hasRoom ? pageSize : Math.min(pageSize, MOST_OF_PHONE);
}
