import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import { type DataTableColumn, type DataTablePaginationProps, DataTable as Grid } from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import type { ReactNode } from 'react';
import { RowActions } from '#web/ui/row-actions.tsx';
import { type Column, cellText, isNumeric } from '#web/ui/table-column.ts';
import type { TableView } from '#web/ui/use-table-view.ts';
import { When } from '#web/ui/when.tsx';
import type { SummaryInvoice } from './charges.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import classes from './shop-summary.module.css';
import { useMayWrite } from './use-may-write.ts';

interface InvoiceGridProps {
  view: TableView<SummaryInvoice>;
  pageSize: number;
  /** Ids of the invoices whose row is open. */
  opened: readonly string[];
  /** Opens a row, or closes it. */
  turn: (invoiceId: string) => void;
  remove: (invoice: SummaryInvoice) => void;
  details: (invoice: SummaryInvoice) => ReactNode;
}

const NOT_ON_PHONES = '(min-width: 48em)';
const CONTROLS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };
/** What is in sight of the table is the measure of its opened rows. */
const IN_SIGHT = { containerType: 'inline-size' } as const;
const TABULAR = { fontVariantNumeric: 'tabular-nums' } as const;

/** The kit's table, of invoices, with rows that open. */
export function InvoiceGrid({ view, pageSize, opened, turn, remove, details }: InvoiceGridProps) {
  const mayWrite = useMayWrite();
  const opener: DataTableColumn<SummaryInvoice> = {
    accessor: 'opener',
    title: <VisuallyHidden>Details</VisuallyHidden>,
    width: 44,
    render: ({ invoice_id: id }) => <Opener id={id} isOpen={opened.includes(id)} turn={() => turn(id)} />,
  };
  const end: DataTableColumn<SummaryInvoice> = {
    accessor: 'actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    width: '0%',
    render: (invoice) => (
      <RowActions
        name={invoice.invoice_id}
        actions={[{ label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => remove(invoice) }]}
      />
    ),
  };
  return (
    <Grid<SummaryInvoice>
      aria-label="Invoices"
      columns={[opener, ...invoiceColumns.map(gridColumn), ...(mayWrite ? [end] : [])]}
      records={view.shown}
      idAccessor="invoice_id"
      sortStatus={{ columnAccessor: view.sort?.key ?? '', direction: view.sort?.isDescending ? 'desc' : 'asc' }}
      onSortStatusChange={({ columnAccessor }) => view.setSort(nextSort(String(columnAccessor), view.sort))}
      rowExpansion={{
        trigger: 'never',
        allowMultiple: true,
        expanded: { recordIds: [...opened] },
        collapseProps: { transitionDuration: 0 },
        content: ({ record }) => <div className={classes.opened ?? ''}>{details(record)}</div>,
      }}
      withTableBorder
      borderRadius="sm"
      highlightOnHover
      verticalSpacing={5}
      height="auto"
      scrollAreaProps={{
        type: 'auto',
        offsetScrollbars: 'present',
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Invoices', style: IN_SIGHT },
      }}
      {...(view.fitting.length > pageSize ? pagesOf(view, pageSize) : {})}
    />
  );
}

function Opener({ id, isOpen, turn }: { id: string; isOpen: boolean; turn: () => void }) {
  const shape = `${classes.turn ?? ''} ${isOpen ? (classes.turned ?? '') : ''}`;
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Details of ${id}`} aria-expanded={isOpen} onClick={turn}>
      <IconChevronRight size={18} className={shape} aria-hidden />
    </ActionIcon>
  );
}

function gridColumn(column: Column<SummaryInvoice>): DataTableColumn<SummaryInvoice> {
  const isFigure = isNumeric(column);
  return {
    accessor: column.key,
    title: column.title,
    sortable: true,
    textAlign: isFigure ? 'right' : 'left',
    noWrap: column.kind !== undefined,
    cellsStyle: () => (isFigure ? TABULAR : undefined),
    render: (invoice) => (column.render ? column.render(invoice, '') : plainCell(column, invoice)),
    ...(column.isHiddenOnPhone && { visibleMediaQuery: NOT_ON_PHONES }),
  };
}

function plainCell(column: Column<SummaryInvoice>, invoice: SummaryInvoice): ReactNode {
  if (column.kind !== 'day') return cellText(column, invoice);
  const at = column.value(invoice);
  return at === null ? '' : <When at={at} />;
}

/** Up, then down, then newest first as it came. */
function nextSort(key: string, sort: TableView<SummaryInvoice>['sort']): TableView<SummaryInvoice>['sort'] {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? undefined : { key, isDescending: true };
}

function pagesOf(view: TableView<SummaryInvoice>, pageSize: number): DataTablePaginationProps {
  return {
    page: view.page,
    onPageChange: view.setPage,
    totalRecords: view.fitting.length,
    recordsPerPage: pageSize,
    paginationWithControls: true,
    getPaginationControlProps: (control) => ({ 'aria-label': CONTROLS[control] }),
    getPaginationItemProps: (page) => ({ 'aria-label': `Page ${page}` }),
    paginationText: ({ from, to, totalRecords }) => `${from}–${to} of ${totalRecords}`,
  };
}
