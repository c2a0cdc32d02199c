import { dayOf, monthOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { invoices } from '#contract/invoices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../act.ts';
import type { Database } from '../../db/connect.ts';
import { numberOf } from '../books/settle-books.ts';
import { type ListedShopRow, listShops } from '../shops/queries.ts';
import { generateInvoice } from './generate-invoice.ts';

export type GenerateResult = Answer<typeof invoices.generateAll>['results'][number];

/**
 * Generates this month's invoice of every shop that has a tenant and none yet: one transaction a shop, safe to run twice
 * and to interrupt (books.md, Generating for all shops). `onFailure` hears of what nobody expected.
 */
export async function generateAll(
  database: Database,
  act: Act,
  onFailure: (shopId: string, error: unknown) => void,
): Promise<GenerateResult[]> {
  const results: GenerateResult[] = [];
  for (const shop of await listShops(database.reader)) {
    results.push(await generateOne(database, act, shop, onFailure));
  }
  return results;
}

async function generateOne(
  database: Database,
  act: Act,
  { shop_id, tenant_name }: ListedShopRow,
  onFailure: (shopId: string, error: unknown) => void,
): Promise<GenerateResult> {
  if (tenant_name === null) return { shop_id, status: 'skipped', error: 'This shop has no tenant.' };
  try {
    const month = monthOf(dayOf(act.at));
    const generated = await database.write((tx) => generateInvoice(tx, act, shop_id, month));
    return { shop_id, status: 'success', invoice_id: numberOf(generated, generated.invoiceId) };
  } catch (error) {
    if (error instanceof Refusal) return { shop_id, status: 'skipped', error: error.message };
    onFailure(shop_id, error);
    return { shop_id, status: 'failed', error: 'It could not be generated. Please run this again.' };
  }
}
