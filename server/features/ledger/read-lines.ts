import type { Cents } from '#billing/money.ts';
import { type Thousandths, toUnits } from '#billing/other-charges.ts';
import { message } from '#contract/messages/message.ts';
import type { InvoiceRow } from './queries.ts';

export interface InvoiceLine {
  line: number;
  cents: Cents;
  name: string;
  nameSi: string;
  nameTa: string;
  quantity: Thousandths;
  unit: string;
  isVatable: boolean;
}

export function readLines({ other_charges }: Pick<InvoiceRow, 'other_charges'>): InvoiceLine[] {
  return other_charges === '[]' ? [] : (JSON.parse(other_charges) as InvoiceLine[]);
}

export function writeQuantity({ quantity, unit }: Pick<InvoiceLine, 'quantity' | 'unit'>): string {
  if (unit === '') return String(toUnits(quantity));
  return message('ledger.line.quantity', { quantity: String(toUnits(quantity)), unit });
}
