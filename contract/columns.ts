import { z } from 'zod';
import { inputMessage } from './messages/input-message.ts';

/** The columns of specification 1, section 2, in its order, and the amount due. */
export const invoiceColumnNames = [
  'invoice_id',
  'shop_id',
  'month_year',
  'rent_amount',
  'operation_fee',
  'vat_amount',
  'previous_balance',
  'fines',
  'previous_fines',
  'total_arrears',
  'total_amount',
  'status',
  'total_paid',
  'amount_due',
  'previous_paid',
  'previous_payment',
  'created',
  'shop_name',
  'tenant_name',
] as const;
export type InvoiceColumnName = (typeof invoiceColumnNames)[number];

const LONGEST_NAME = 60;

/** The columns that an account chose for each table; null means the default columns. */
export const chosenColumns = z.object({ invoices: z.array(z.enum(invoiceColumnNames)).nullable() });
export type ChosenColumns = z.output<typeof chosenColumns>;

const columnIn = z.enum(invoiceColumnNames, {
  error: ({ input }) =>
    typeof input === 'string'
      ? inputMessage('input.columns.unknown', {
          name: input.slice(0, LONGEST_NAME),
          known: invoiceColumnNames.join(', '),
        })
      : inputMessage('input.text'),
});

export const columnsIn = z.object({
  table: z.enum(['invoices']),
  columns: z
    .array(columnIn)
    .min(1, inputMessage('input.columns.none'))
    .max(invoiceColumnNames.length)
    .refine((names) => new Set(names).size === names.length, inputMessage('input.columns.repeated'))
    .nullable(),
});
