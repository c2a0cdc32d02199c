import type { Cell, SheetData } from 'write-excel-file/browser';
import type { Payment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { sheetOf, widthsOf } from '#web/ui/table/table-export.ts';
import { invoiceSheetColumns } from './shop-invoices-table.tsx';
import { shopPaymentColumns } from './shop-payments-table.tsx';
import type { SummaryInvoice } from './sum-charges.ts';

export interface SummarySheet {
  sheet: string;
  data: SheetData;
  columns: { width: number }[];
}

export function summarySheets(shop: ShopSummary): SummarySheet[] {
  return [
    { sheet: t('shop-summary.export.shop'), data: shopSheet(shop), columns: [{ width: 24 }, { width: 44 }] },
    sheet<SummaryInvoice>(t('shop-summary.export.invoices'), invoiceSheetColumns(shop), shop.Invoices),
    sheet<Payment>(t('shop-summary.export.payments'), shopPaymentColumns(), shop.Payments),
  ];
}

function sheet<Row>(name: string, columns: Parameters<typeof sheetOf<Row>>[0], rows: readonly Row[]): SummarySheet {
  return { sheet: name, data: sheetOf(columns, rows), columns: widthsOf(columns, rows) };
}

function shopSheet(shop: ShopSummary): SheetData {
  const { Tenant: tenant, ShopBalance: balance } = shop;
  return [
    [heading(t('shop-summary.export.shop')), null],
    [label(t('shop-summary.shop.id')), text(shop.shop_id)],
    [label(t('shop-summary.shop.name')), text(shop.shop_name)],
    [label(t('shop-summary.shop.location')), text(shop.location)],
    [label(t('shop-summary.shop.rent')), money(shop.rent_amount)],
    [label(t('shop-summary.export.vat')), { value: shop.vat_rate, type: Number }],
    [label(t('shop-summary.shop.fee')), money(shop.operation_fee)],
    [heading(t('shop-summary.export.tenant')), null],
    [label(t('shop-summary.tenant.name')), text(tenant?.name ?? t('shop-summary.export.noTenant'))],
    [label(t('shop-summary.tenant.contact')), text(tenant?.contact)],
    [label(t('shop-summary.tenant.address')), text(tenant?.address)],
    [label(t('shop-summary.tenant.email')), text(tenant?.email)],
    [heading(t('shop-summary.export.balance')), null],
    [label(t('shop-summary.due.due')), money(shop.total_owed)],
    [label(t('shop-summary.due.balance')), money(balance.balance_amount)],
  ];
}

function heading(value: string): Cell {
  return { value, type: String, fontWeight: 'bold' };
}

function label(value: string): Cell {
  return { value, type: String };
}

/** Text, so that `=1+1` is not a formula. */
function text(value: string | null | undefined): Cell {
  return value ? { value, type: String } : null;
}

function money(value: number): Cell {
  return { value, type: Number, format: '#,##0.00' };
}

/** The writer is loaded only now, because most visits export nothing. */
export async function exportSummary(shop: ShopSummary): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  await writeExcelFile(summarySheets(shop)).toFile(`Shop summary ${shop.shop_id}.xlsx`);
}
