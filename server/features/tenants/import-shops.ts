import { toPercent } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { findCurrentRate } from '../dated-settings/queries.ts';
import { keepImport } from '../imports/keep-import.ts';
import type { ImportQuestion } from '../imports/read-table.ts';
import { arrangeTable, describeLeftOut, refuseOpen, type TableColumn, type TableInput } from '../imports/read-table.ts';
import { addShop } from '../shops/add-shop.ts';
import { listShops } from '../shops/queries.ts';
import { addTenant } from './add-tenant.ts';
import { type CheckedShopLine, checkShopLines, type LineFault } from './check-shop-lines.ts';
import { askShapes, describeReading, NOT_KNOWN, SAME_AS_ID, type ShopColumn, shapeLines } from './read-shop-lines.ts';
import { joinSameTenants } from './same-tenant.ts';
import { shopHeadingWords } from './shop-heading-words-data.ts';

export interface ShopImport {
  lines: number;
  good: CheckedShopLine[];
  faults: LineFault[];
  questions: ImportQuestion[];
  written: boolean;
  /** Which columns and lines are left out, and which lines were not read literally. */
  notes: ApiMessage[];
}

/**
 * Writes all lines, or none of them if one has an error or a question is unanswered. An existing shop is not changed,
 * but if it is vacant, the tenant of its line is added.
 */
export async function importShops(tx: Writer, context: ActionContext, input: TableInput): Promise<ShopImport> {
  const { rows, answers = {}, write = false } = input;
  const columns = columnsOf(await usualRate(tx));
  const { lines, questions, unused, totals } = arrangeTable(rows, columns, answers);
  const asked = [...questions, ...askShapes(lines, answers)];
  const shaped = shapeLines(lines, answers);
  const isOpen = asked.some(({ answer }) => answer === null);
  const { good, faults } = checkShopLines(isOpen ? [] : shaped, await listShops(tx));
  const outcome = {
    lines: lines.length,
    questions: asked,
    unused,
    good,
    faults,
    notes: [...describeLeftOut({ unused, totals }), ...describeReading(shaped)],
    written: false,
  };
  if (!write) return outcome;
  refuseOpen(asked);
  const news = good.filter((line) => isNewShop(line) || isNewTenant(line));
  if (faults.length > 0 || news.length === 0) return outcome;
  const added = { shops: [] as number[], tenants: [] as number[], products: [] };
  for (const line of news) {
    const { shop, tenant } = line;
    if (isNewShop(line)) added.shops.push((await addShop(tx, context, shop)).id);
    if (tenant && isNewTenant(line))
      added.tenants.push((await addTenant(tx, context, { ...tenant, shop_id: shop.shop_id })).tenant.id);
    await takeTurns();
  }
  await joinSameTenants(tx, added.tenants);
  await keepImport(tx, context, { subject: 'shops', added });
  return { ...outcome, written: true };
}

export function isNewShop({ existing }: CheckedShopLine): boolean {
  return existing === undefined;
}

export function isNewTenant({ tenant, existing }: CheckedShopLine): boolean {
  return tenant !== undefined && (existing?.tenant_name ?? null) === null;
}

/** Returns a message about what the import does with a line. */
export function describeShopLine(line: CheckedShopLine): ApiMessage {
  const { shop, tenant, existing } = line;
  const values = { shop: shop.shop_id, name: shop.shop_name, tenant: tenant?.name ?? existing?.tenant_name ?? '' };
  if (isNewShop(line)) return apiMessage(tenant ? 'imports.row.shop_and_tenant' : 'imports.row.shop', values);
  return apiMessage(isNewTenant(line) ? 'imports.row.tenant' : 'imports.row.shop_there', values);
}

/**
 * Returns notes about how the file was read, terms that differ from those of an existing shop, and tenants without
 * phone or address.
 */
export function describeShopNotes({ notes, good }: Pick<ShopImport, 'notes' | 'good'>): ApiMessage[] {
  const incomplete = good.filter(({ tenant }) => tenant?.contact === NOT_KNOWN || tenant?.address === NOT_KNOWN).length;
  const differing = good.filter(({ differing: fields }) => fields.length > 0).map(({ shop }) => shop.shop_id);
  return [
    ...notes,
    ...(differing.length > 0 ? [apiMessage('imports.note.differing', { shops: differing.join(', ') })] : []),
    ...(incomplete > 0 ? [apiMessage('imports.note.not_known', { count: incomplete })] : []),
  ];
}

const USUAL_RATE = '18';

async function usualRate(tx: Writer): Promise<string> {
  const current = await findCurrentRate(tx);
  return current ? String(toPercent(current.basis_points)) : USUAL_RATE;
}

const same = (value: string) => ({ value, label: apiMessage('imports.ask.all', { value }) });

function columnsOf(rate: string): Record<ShopColumn, TableColumn> {
  const notKnown = [{ value: NOT_KNOWN, label: apiMessage('imports.ask.not_known') }];
  return {
    shop_id: {
      label: 'fields.shop_id',
      words: shopHeadingWords.shop_id,
      otherwise: [],
    },
    shop_name: {
      label: 'fields.shop_name',
      words: shopHeadingWords.shop_name,
      otherwise: [{ value: SAME_AS_ID, label: apiMessage('imports.ask.shop_id') }],
    },
    location: {
      label: 'fields.location',
      words: shopHeadingWords.location,
      otherwise: notKnown,
    },
    rent_amount: {
      label: 'fields.rent_amount',
      words: shopHeadingWords.rent_amount,
      otherwise: [same('0')],
      takesNumber: true,
    },
    vat_rate: {
      label: 'fields.vat_rate',
      words: shopHeadingWords.vat_rate,
      otherwise: [same(rate), ...(rate === '0' ? [] : [same('0')])],
      takesNumber: true,
    },
    operation_fee: {
      label: 'fields.operation_fee',
      words: shopHeadingWords.operation_fee,
      otherwise: [same('0')],
      takesNumber: true,
    },
    tenant_name: {
      label: 'fields.tenant_name',
      words: shopHeadingWords.tenant_name,
      otherwise: [{ value: '', label: apiMessage('imports.ask.no_tenants') }],
      isOptional: true,
    },
    contact: {
      label: 'fields.contact',
      words: shopHeadingWords.contact,
    },
    address: { label: 'fields.address', words: shopHeadingWords.address },
    email: { label: 'fields.email', words: shopHeadingWords.email },
  };
}
