import { invoices } from '#contract/invoices.ts';
import type { Door } from '../../http/door.ts';
import { recording, repeatable } from '../../http/recording.ts';
import { presentEffect } from '../books/present.ts';
import { getInvoiceRow } from '../books/queries.ts';
import { requireVerified } from '../session/require-verified.ts';
import { arrestInvoices } from './arrest-invoices.ts';
import { type GenerateResult, generateAll } from './generate-all.ts';
import { generateInvoice } from './generate-invoice.ts';
import { presentInvoice } from './present.ts';
import { removeInvoice } from './remove-invoice.ts';

/** Invoices of one shop, and of all. */
export function invoiceRoutes(door: Door): void {
  const { app, database } = door;
  recording(door, invoices.generate, async ({ body, act }, tx) => {
    const generated = await generateInvoice(tx, act, body.shop_id, body.month_year);
    const { shop, invoiceId } = generated;
    const invoice = presentInvoice(await getInvoiceRow(tx, invoiceId), shop.shop_id);
    return { message: 'Invoice generated.', invoice, ...presentEffect(generated) };
  });
  recording(door, invoices.remove, async ({ params, body, act }, tx) => {
    const settled = await removeInvoice(tx, act, params.id, { reason: body.reason, spared: body.do_not_charge });
    return { message: 'Invoice deleted successfully.', ...presentEffect(settled) };
  });
  repeatable(door, invoices.generateAll, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const results = await generateAll(database, act, (shopId, error) => {
      app.log.error({ err: error, shopId, requestId: act.requestId }, 'an invoice could not be generated');
    });
    return { message: describeResults(results), results };
  });
  repeatable(door, invoices.arrest, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const count = await arrestInvoices(database, act);
    const message = count === 0 ? 'No open invoice is 30 days old.' : `Invoices put under arrest: ${count}.`;
    return { success: true as const, message, count };
  });
}

function describeResults(results: readonly GenerateResult[]): string {
  const count = (status: GenerateResult['status']) => results.filter((result) => result.status === status).length;
  return `Invoices generated: ${count('success')}, skipped: ${count('skipped')}, failed: ${count('failed')}.`;
}
