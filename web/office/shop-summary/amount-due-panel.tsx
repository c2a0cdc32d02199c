import IconCash from 'virtual:icons/cash';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Cell, SheetData } from 'write-excel-file/browser';
import type { Payment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';
import type { Question } from '#web/ui/dialog/question.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { sheetOf, widthsOf } from '#web/ui/table/table-export.ts';
import { findPayer } from '../payments/take/choose-tenancy.ts';
import { PaymentForm } from '../payments/take/payment-form.tsx';
import { usePaymentForm } from '../payments/take/use-payment-form.ts';
import { useMay } from '../session/use-may.ts';
import type { Notice } from './notice-panel.tsx';
import { invoiceSheetColumns } from './shop-invoices-table.tsx';
import { shopPaymentColumns } from './shop-payments-table.tsx';
import { amountDueOf, type SummaryInvoice } from './sum-charges.ts';

interface AmountDuePanelProps {
  shop: ShopSummary;
  tenancyId: number | undefined;
  onChanged: (notice: Notice) => void;
}

export function AmountDuePanel({ shop, tenancyId, onChanged }: AmountDuePanelProps) {
  const mayWrite = useMay('payments.take');
  const [isPaying, setIsPaying] = useState(false);
  const { balance_amount: balance } = shop.ShopBalance;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('shop-summary.due.label')}>
      <Stack gap="md">
        <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
          <Figure
            name={t('shop-summary.due.due')}
            rupees={shop.total_owed}
            about={shop.total_owed > 0 ? describeDue(shop) : t('shop-summary.due.nothing')}
            isLarge
          />
          <Figure name={t('shop-summary.due.balance')} rupees={balance} about={describeBalance(balance)} />
          {shop.promised_cheques?.map(({ counts_from, amount }) => (
            <Figure
              key={counts_from}
              name={t('shop-summary.due.promised')}
              rupees={amount}
              about={t('payments.list.countsFrom', { day: formatOfficeDay(counts_from) })}
            />
          ))}
        </dl>
        <Group gap="sm">
          {mayWrite && (
            <Button leftSection={<IconCash size={18} aria-hidden />} onClick={() => setIsPaying(true)}>
              {t('shop-summary.due.pay')}
            </Button>
          )}
          <ExportButton label={t('shop-summary.due.export')} download={() => exportSummary(shop)} />
        </Group>
      </Stack>
      {isPaying && (
        <PaymentDialog shop={shop} tenancyId={tenancyId} onClose={() => setIsPaying(false)} onPaid={onChanged} />
      )}
    </Paper>
  );
}

function Figure({ name, rupees, about, isLarge }: { name: string; rupees: number; about: string; isLarge?: boolean }) {
  return (
    <Stack gap={0} mb="xs">
      <Text size="sm" c="dimmed" component="dt">
        {name}
      </Text>
      <Text component="dd" m={0} fw={700} fz={isLarge ? 'xl' : 'lg'} lh={1.3}>
        {formatMoney(rupees)}
      </Text>
      {about !== '' && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {about}
        </Text>
      )}
    </Stack>
  );
}

/**
 * Says since what day the oldest unpaid invoice has been overdue, or by what day it must be paid; empty if there is
 * none.
 */
function describeDue({ Invoices }: ShopSummary): string {
  const days = Invoices.filter((invoice) => amountDueOf(invoice) > 0).map(({ due_date }) => due_date);
  const [first] = days.toSorted();
  if (first === undefined) return '';
  const values = { count: days.length, day: formatOfficeDay(first) };
  return first < browserToday() ? t('shop-summary.due.since', values) : t('shop-summary.due.until', values);
}

function describeBalance(balance: number): string {
  if (balance > 0) return t('shop-summary.due.credit');
  return balance < 0 ? t('shop-summary.due.debt') : '';
}

interface PaymentDialogProps {
  shop: ShopSummary;
  tenancyId: number | undefined;
  onClose: () => void;
  onPaid: (notice: Notice) => void;
}

function PaymentDialog({ shop, tenancyId, onClose, onPaid }: PaymentDialogProps) {
  const payment = usePaymentForm({
    screen: 'summary',
    target: { type: 'shop', reference: shop.shop_id, tenancyId },
    onPaid: (answer) => {
      onPaid({ sentence: t('payments.form.done'), effect: answer, receiptOf: answer.payment.payment_id });
      onClose();
    },
  });
  const { form, isConfirming } = payment;
  return (
    <FormDialog
      form={form}
      title={t('payments.summary.title')}
      closeLabel={t('payments.summary.close')}
      question={leaveQuestion}
      isAsking={isConfirming}
      onClose={onClose}
    >
      {() => <PaymentForm payment={payment} payer={findPayer(shop, tenancyId)} />}
    </FormDialog>
  );
}

function leaveQuestion(): Question {
  return {
    title: t('payments.summary.leave.title'),
    body: t('payments.summary.leave.body'),
    action: t('payments.summary.leave.action'),
    cancelLabel: t('payments.summary.leave.stay'),
    isDangerous: true,
  };
}

interface SummarySheet {
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

/** Returns a text cell, so that `=1+1` is not a formula. */
function text(value: string | null | undefined): Cell {
  return value ? { value, type: String } : null;
}

function money(value: number): Cell {
  return { value, type: Number, format: '#,##0.00' };
}

/** The spreadsheet library is loaded only when needed, because most visits export nothing. */
async function exportSummary(shop: ShopSummary): Promise<void> {
  const { default: writeExcelFile } = await loadPart(() => import('write-excel-file/browser'));
  await writeExcelFile(summarySheets(shop)).toFile(`Shop summary ${shop.shop_id}.xlsx`);
}
