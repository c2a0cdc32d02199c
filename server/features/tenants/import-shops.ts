import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { addShop } from '../shops/add-shop.ts';
import { listShops } from '../shops/queries.ts';
import { addTenant } from './add-tenant.ts';
import { type CheckedShopLine, checkShopLines, type LineFault } from './check-shop-lines.ts';
import { readShopFile } from './read-shop-file.ts';

export interface ShopImport {
  lines: number;
  good: CheckedShopLine[];
  faults: LineFault[];
  written: boolean;
  unused: string[];
}

/**
 * Writes all lines, or none if one has an error. An existing shop is not changed, but gets the tenant of its line if it
 * is vacant.
 */
export async function importShops(
  database: Database,
  context: ActionContext,
  { csv, write }: { csv: string; write: boolean },
): Promise<ShopImport> {
  const { lines, unused } = readShopFile(csv);
  if (!write)
    return { lines: lines.length, unused, ...checkShopLines(lines, await listShops(database.reader)), written: false };
  return database.write(async (tx) => {
    const { good, faults } = checkShopLines(lines, await listShops(tx));
    const news = good.filter((line) => isNewShop(line) || isNewTenant(line));
    const written = faults.length === 0 && news.length > 0;
    if (written) for (const line of news) await writeLine(tx, context, line);
    return { lines: lines.length, unused, good, faults, written };
  });
}

export function isNewShop({ existing }: CheckedShopLine): boolean {
  return existing === undefined;
}

export function isNewTenant({ tenant, existing }: CheckedShopLine): boolean {
  return tenant !== undefined && (existing?.tenant_name ?? null) === null;
}

async function writeLine(tx: Writer, context: ActionContext, line: CheckedShopLine): Promise<void> {
  const { shop, tenant } = line;
  if (isNewShop(line)) await addShop(tx, context, shop);
  if (tenant && isNewTenant(line)) await addTenant(tx, context, { ...tenant, shop_id: shop.shop_id });
}
