import { mail } from '#contract/mail.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { RequestContext } from '../../http/core/endpoint.ts';
import { longRunningEndpoint } from '../../http/idempotency/write-endpoint.ts';

export function mailRoutes(app: AppContext): void {
  const send = async ({ body, context }: RequestContext<typeof mail.sendInvoices>) => {
    const onFault = (invoiceId: string, error: unknown) =>
      app.fastify.log.warn({ err: error, invoiceId, requestId: context.requestId }, 'an invoice could not be mailed');
    const numbers = body.invoices.map(({ invoice_id }) => invoice_id);
    // Loaded on first use, because it slows the start.
    const { sendInvoices } = await import('./send-invoices.ts');
    return { results: await sendInvoices({ ...app, onFault }, context, { numbers }) };
  };
  longRunningEndpoint(app, mail.sendInvoices, { run: send, partsOf: ({ body }) => body });
  longRunningEndpoint(app, mail.sendStatement, {
    partsOf: ({ body }) => body,
    async run({ params, body, context }) {
      const onFault = (shopId: string, error: unknown) =>
        app.fastify.log.warn({ err: error, shopId, requestId: context.requestId }, 'a statement could not be mailed');
      const { tenancy_id: tenancyId, from, to } = body;
      const { sendStatement } = await import('./send-statement.ts');
      return sendStatement({ ...app, onFault }, context, { shopId: params.id, tenancyId, from, to });
    },
  });
}
