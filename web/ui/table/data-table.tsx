import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty, Failure, Waiting } from '../async-state.tsx';
import type { Load } from '../use-load.ts';
import { ExportButton, exportingRows } from './export-button.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { SearchBox } from './search-box.tsx';
import type { Column } from './table-column.ts';
import { exportTable } from './table-export.ts';
import { TableGrid } from './table-grid.tsx';
import type { Sort } from './table-rows.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { type TableView, useTableView } from './use-table-view.ts';

export interface DataTableProps<Row> {
  /** What the table is of, for screen readers: 'Products'. */
  label: string;
  columns: readonly Column<Row>[];
  load: Load<readonly Row[]>;
  /** The screen's sentence when loading fails. */
  failure: string;
  rowId: (row: Row) => string | number;
  /** What a row is about, for the names of its buttons. */
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** What to say, and do, when there are no rows at all. */
  empty: { text: string; next?: ReactNode };
  /** What to say when there are rows and none fits. */
  nothingFits?: string;
  /** The label of the search; absent: no search. */
  search?: string;
  /** Further text of a row that the search looks into. */
  furtherText?: (row: Row) => string;
  /** Narrows the rows by filters of the screen; keep it stable (useCallback). */
  filter?: (row: Row) => boolean;
  /** The inputs of those filters, beside the search. */
  filters?: ReactNode;
  initialSort?: Sort;
  pageSize?: number;
  /** Rows open to show this below them. */
  details?: (row: Row) => ReactNode;
  /** The name of the .xlsx file; absent: no export. */
  exportName?: string;
  /** What stands in the file, when it is more than the screen shows. */
  exportColumns?: readonly Column<Row>[];
  /** Says why the export is off when there is nothing to export. */
  nothingToExport?: string;
  /** Stands in while waiting; the shape of the table, grey, unless given. */
  waiting?: ReactNode;
  /** Keeps two tables of one screen apart in the address. */
  prefix?: string;
}

/**
 * The one table of the product: sorts by column, searches, pages, sums, exports to a spreadsheet exactly what fits, and
 * keeps all of it in the address. Skeletons while loading, a retry on failure, and a next step when empty.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { load, columns, pageSize = 10, label, failure } = props;
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
        <Waiting>{props.waiting ?? <TableSkeleton columns={columns.length} rows={Math.min(pageSize, 10)} />}</Waiting>
      )}
      {load.data !== undefined && view.fitting.length === 0 && (
        <Nothing {...props} hasRows={rows.length > 0} search={view.search} clear={() => view.setSearch('')} />
      )}
      {view.fitting.length > 0 && (
        <TableGrid
          label={label}
          columns={columns}
          view={view}
          pageSize={pageSize}
          rowId={props.rowId}
          rowEnd={endOf(props)}
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
  const { search, filters, exportName, view, load } = props;
  if (search === undefined && filters === undefined && exportName === undefined) return null;
  return (
    <Group gap="sm" align="flex-end" justify="space-between">
      <Group gap="sm" align="flex-end" style={{ flex: '1 1 auto' }}>
        {search !== undefined && <SearchBox label={search} value={view.search} onSearch={view.setSearch} />}
        {filters}
      </Group>
      <Group gap="sm">
        {load.data !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {view.fitting.length === load.data.length
              ? `${load.data.length} in all`
              : `${view.fitting.length} of ${load.data.length}`}
          </Text>
        )}
        {exportName !== undefined && (
          <ExportButton
            {...exportingRows(view.fitting.length, exportName, props.nothingToExport)}
            download={() => exportTable(exportName, props.exportColumns ?? props.columns, view.fitting)}
          />
        )}
      </Group>
    </Group>
  );
}

function Nothing<Row>(props: DataTableProps<Row> & { hasRows: boolean; search: string; clear: () => void }) {
  const { hasRows, empty, nothingFits, search, clear } = props;
  if (!hasRows) return <Empty {...empty} />;
  const text = nothingFits ?? (search === '' ? 'Nothing fits these filters.' : `Nothing fits “${search}”.`);
  const button = (
    <Button variant="default" onClick={clear}>
      Show all
    </Button>
  );
  return <Empty text={text} next={search === '' ? 'Choose another filter.' : button} />;
}
