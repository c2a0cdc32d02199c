import type { Cell, SheetData } from 'write-excel-file/browser';
import type { Payment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { sheetOf, widthsOf } from '#web/ui/table/table-export.ts';
import type { SummaryInvoice } from './sum-charges.ts';
import { invoiceSheetColumns } from './shop-invoices-table.tsx';
import { columnsOfPayments } from './shop-payments-table.tsx';

export interface SummarySheet {
  sheet: string;
  data: SheetData;
  columns: { width: number }[];
}

/** The workbook of a shop: who and what it is with its balance, its invoices, its payments; every cell typed. */
export function summarySheets(shop: ShopSummary): SummarySheet[] {
  return [
    { sheet: 'Shop', data: shopSheet(shop), columns: [{ width: 24 }, { width: 44 }] },
    sheet<SummaryInvoice>('Invoices', invoiceSheetColumns(shop), shop.Invoices),
    sheet<Payment>('Payments', columnsOfPayments, shop.Payments),
  ];
}

function sheet<Row>(name: string, columns: Parameters<typeof sheetOf<Row>>[0], rows: readonly Row[]): SummarySheet {
  return { sheet: name, data: sheetOf(columns, rows), columns: widthsOf(columns, rows) };
}

function shopSheet(shop: ShopSummary): SheetData {
  const { Tenant: tenant, ShopBalance: balance } = shop;
  return [
    [heading('Shop'), null],
    [label('Shop ID'), text(shop.shop_id)],
    [label('Shop name'), text(shop.shop_name)],
    [label('Location'), text(shop.location)],
    [label('Rent amount'), money(shop.rent_amount)],
    [label('VAT rate, percent'), { value: shop.vat_rate, type: Number }],
    [label('Operation fee'), money(shop.operation_fee)],
    [heading('Tenant'), null],
    [label('Name'), text(tenant?.name ?? 'No tenant')],
    [label('Contact'), text(tenant?.contact)],
    [label('Address'), text(tenant?.address)],
    [label('E-mail'), text(tenant?.email)],
    [heading('Balance'), null],
    [label('Owed'), money(shop.total_owed)],
    [label('Shop balance'), money(balance.balance_amount)],
  ];
}

function heading(value: string): Cell {
  return { value, type: String, fontWeight: 'bold' };
}

function label(value: string): Cell {
  return { value, type: String };
}

/** Text always as text, so that `=1+1` stays what it is. */
function text(value: string | null | undefined): Cell {
  return value ? { value, type: String } : null;
}

function money(value: number): Cell {
  return { value, type: Number, format: '#,##0.00' };
}

/** Downloads it as `Shop summary A12.xlsx`. The writer is fetched only now: most visits export nothing. */
export async function exportSummary(shop: ShopSummary): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  await writeExcelFile(summarySheets(shop)).toFile(`Shop summary ${shop.shop_id}.xlsx`);
}
