import { invoiceIdIn, shopIdIn } from '#contract/scalars.ts';
import type { PayTo } from './take/use-payment-form.ts';

/** The id of the shop that a reference means, as written; empty when it is no id of that type. */
export function shopOfReference({ type, reference }: PayTo): string {
  if (type === 'shop') return shopIdIn.safeParse(reference).data ?? '';
  const invoiceId = invoiceIdIn.safeParse(reference).data ?? '';
  return invoiceId.replace(/^INV-(.+)-\d{6}$/i, '$1');
}

/** What is wrong with a reference that is written; undefined when it can be one of that type. */
export function findReferenceFault({ type, reference }: PayTo): string | undefined {
  const read = (type === 'shop' ? shopIdIn : invoiceIdIn).safeParse(reference);
  return read.error?.issues[0]?.message;
}
