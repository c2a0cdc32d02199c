import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import type { ViewAddress } from '../address/use-view-address.ts';
import { Empty, Failure, Waiting } from '../async-state.tsx';
import type { Load } from '../use-load.ts';
import { ExportButton, exportingRows } from './export-button.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { SearchBox } from './search-box.tsx';
import type { Column } from './table-column.ts';
import { TableGrid } from './table-grid.tsx';
import { pageCount } from './table-rows.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Selection } from './use-selection.ts';

/** `total` counts all rows that match. */
export interface TablePage<Row> {
  rows: readonly Row[];
  total: number;
}

interface PagedTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** The search, order and page that `load` must use. */
  view: ViewAddress;
  load: Load<TablePage<Row>>;
  failure: string;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  selection?: Selection | undefined;
  details?: ((row: Row) => ReactNode) | undefined;
  filters?: ReactNode;
  /** The part of the address that tabs above the list show. */
  tabs?: string;
  bar?: ReactNode;
  empty: { text: string; next?: ReactNode };
  search: string;
  exportName: string;
  nothingToExport?: string;
  download: () => Promise<void>;
}

/**
 * A table for lists too long to fetch whole: the server searches, sorts and pages. The previous page stays visible
 * while the next one loads.
 */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, columns, view, load, rowId, rowName, selection, details } = props;
  const page = useLatest(load);
  useWithinPages(load.data?.total, view);
  return (
    <Stack gap="sm">
      <Toolbar {...props} page={page} />
      {!page && !load.isLoading && <Failure sentence={props.failure} error={load.error} retry={load.reload} />}
      {!page && load.isLoading && (
        <Waiting>
          <TableSkeleton columns={Math.min(columns.length, 8)} rows={view.pageSize} />
        </Waiting>
      )}
      {page?.total === 0 && <Nothing {...props} />}
      {page && page.rows.length > 0 && (
        <div aria-busy={load.isLoading}>
          <TableGrid
            label={label}
            columns={columns}
            view={{ ...view, fitting: page.rows, shown: [...page.rows] }}
            total={page.total}
            hasSizeChoice
            rowId={rowId}
            rowEnd={endOf(props)}
            ticks={selection && { selection, rowName }}
            details={details && { draw: details, rowName }}
            isFirstPinned={!details}
          />
        </div>
      )}
    </Stack>
  );
}

function endOf<Row>({ rowActions, rowName }: PagedTableProps<Row>): ((row: Row) => ReactNode) | undefined {
  return rowActions && ((row) => <RowActions name={rowName(row)} actions={rowActions(row)} />);
}

/** Returns the previous page until the next one has loaded or failed. */
function useLatest<Row>(load: Load<TablePage<Row>>): TablePage<Row> | undefined {
  const [latest, setLatest] = useState(load.data);
  if (load.data !== undefined && load.data !== latest) setLatest(load.data);
  return load.data ?? (load.isLoading ? latest : undefined);
}

/** Replaces a page beyond the end, such as one in an old link, with the last page. */
function useWithinPages(total: number | undefined, { page, pageSize, setPage }: ViewAddress): void {
  const last = pageCount(total ?? 0, pageSize);
  const isBeyond = total !== undefined && page > last;
  useEffect(() => {
    if (isBeyond) setPage(last);
  }, [isBeyond, last, setPage]);
}

function Toolbar<Row>(props: PagedTableProps<Row> & { page: TablePage<Row> | undefined }) {
  const { search, filters, view, page, exportName, nothingToExport, download } = props;
  return (
    <ListToolbar
      search={<SearchBox label={search} value={view.search} onSearch={view.setSearch} />}
      filters={filters}
      end={
        <>
          <Text size="sm" c="dimmed" role="status">
            {page && t('ui.table.count', { count: page.total })}
          </Text>
          <ExportButton {...exportingRows(page?.total ?? 0, exportName, nothingToExport)} download={download} />
        </>
      }
      bar={props.bar}
      selection={props.selection}
      tabs={props.tabs}
    />
  );
}

function Nothing<Row>({ empty, view }: PagedTableProps<Row>) {
  if (view.search === '') return <Empty {...empty} />;
  const button = (
    <Button variant="default" onClick={() => view.setSearch('')}>
      {t('ui.table.showAll')}
    </Button>
  );
  return <Empty text={t('ui.table.noResults', { search: view.search })} next={button} />;
}
