import { mail } from '#contract/mail.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { RequestContext } from '../../http/core/endpoint.ts';
import { longRunningEndpoint } from '../../http/idempotency/write-endpoint.ts';

/** Invoices by e-mail. */
export function mailRoutes(app: AppContext): void {
  const send = async ({ body, context }: RequestContext<typeof mail.sendInvoices>) => {
    const onFault = (invoiceId: string, error: unknown) =>
      app.fastify.log.warn(
        { err: error, invoiceId, requestId: context.requestId },
        'an invoice was not mailed as it should be',
      );
    const numbers = body.invoices.map(({ invoice_id }) => invoice_id);
    // Read when a mail is first sent: few processes ever send one, and it costs a server its quick start.
    const { sendInvoices } = await import('./send-invoices.ts');
    return { results: await sendInvoices({ ...app, onFault }, context, numbers) };
  };
  longRunningEndpoint(app, mail.sendInvoices, send, ({ body }) => body);
}
