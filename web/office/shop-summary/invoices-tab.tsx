import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { loaded } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';
import type { SummaryInvoice } from './sum-charges.ts';
import { dateFiguresOf } from './date-figures.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { invoiceColumns, invoiceSheetColumns } from './shop-invoices-table.tsx';
import { InvoiceDetails } from './invoice-details-panel.tsx';

interface InvoicesTabProps {
  shop: ShopSummary;
  /** The books have changed. */
  onChanged: () => void;
}

/** Every invoice of the shop, newest first; a row opens to show its charges and what paid them. */
export function InvoicesTab({ shop, onChanged }: InvoicesTabProps) {
  const mayWrite = useMay('books.write');
  const figuresOf = useMemo(() => dateFiguresOf(shop), [shop]);
  const remove = async (invoice: SummaryInvoice) => {
    if (await deleteInvoice(invoice)) onChanged();
  };
  return (
    <DataTable<SummaryInvoice>
      label="Invoices"
      columns={invoiceColumns}
      load={loaded(shop.Invoices)}
      failure="Failed to load the invoices."
      rowId={({ invoice_id }) => invoice_id}
      rowName={({ invoice_id }) => invoice_id}
      {...(mayWrite && {
        rowActions: (invoice) => [
          { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(invoice) },
        ],
      })}
      details={(invoice) => (
        <InvoiceDetails invoice={invoice} figures={figuresOf(invoice.invoice_id)} onChanged={onChanged} />
      )}
      search="Search invoices"
      furtherText={otherNames}
      exportName={`Invoices ${shop.shop_id}`}
      exportColumns={invoiceSheetColumns(shop)}
      nothingToExport="No invoices to export"
      prefix="invoices-"
      empty={{ text: 'No invoices yet.', next: 'Choose a year and a month to generate the first.' }}
    />
  );
}

function otherNames({ invoice_id, month_year, printedtime }: SummaryInvoice): string {
  const month = formatMonth(month_year);
  return [invoice_id, month, printedtime === 0 ? 'Newly Arrived' : ''].join('\n');
}
