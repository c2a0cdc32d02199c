import type { Answer } from '#contract/call.ts';
import type { mail } from '#contract/mail.ts';
import type { Delivery } from './deliver-mail.ts';

export type MailResult = Answer<typeof mail.sendInvoices>['results'][number];

export function presentMailResult(number: string, shopId: string | undefined, delivery: Delivery): MailResult {
  return {
    success: delivery.outcome === 'sent',
    invoice_id: number,
    shop_id: shopId ?? /^INV-(.+)-\d{6}$/i.exec(number)?.[1] ?? '',
    message: delivery.message,
  };
}
