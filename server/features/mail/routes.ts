import { mail } from '#contract/mail.ts';
import type { Door } from '../../http/core/app-context.ts';
import type { Ask } from '../../http/core/endpoint.ts';
import { repeatable } from '../../http/idempotency/write-endpoint.ts';

/** Invoices by e-mail. */
export function mailRoutes(door: Door): void {
  const send = async ({ body, act }: Ask<typeof mail.sendInvoices>) => {
    const onFault = (invoiceId: string, error: unknown) =>
      door.app.log.warn(
        { err: error, invoiceId, requestId: act.requestId },
        'an invoice was not mailed as it should be',
      );
    const numbers = body.invoices.map(({ invoice_id }) => invoice_id);
    // Read when a mail is first sent: few processes ever send one, and it costs a server its quick start.
    const { sendInvoices } = await import('./send-invoices.ts');
    return { results: await sendInvoices({ ...door, onFault }, act, numbers) };
  };
  repeatable(door, mail.sendInvoices, send, ({ body }) => body);
}
