import { mail } from '#contract/mail.ts';
import type { Door } from '../../http/door.ts';
import type { Ask } from '../../http/endpoint.ts';
import { repeatable } from '../../http/recording.ts';
import { sendInvoices } from './send-invoices.ts';

/** Invoices by e-mail. */
export function mailRoutes(door: Door): void {
  const send = async ({ body, act }: Ask<typeof mail.sendInvoices>) => {
    const onFault = (invoiceId: string, error: unknown) =>
      door.app.log.warn(
        { err: error, invoiceId, requestId: act.requestId },
        'an invoice was not mailed as it should be',
      );
    const numbers = body.invoices.map(({ invoice_id }) => invoice_id);
    return { results: await sendInvoices({ ...door, onFault }, act, numbers) };
  };
  repeatable(door, mail.sendInvoices, send, ({ body }) => body);
}
