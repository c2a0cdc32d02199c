import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { addShop } from '../shops/add-shop.ts';
import { listShops } from '../shops/queries.ts';
import { addTenant } from './add-tenant.ts';
import { type JudgedLine, judgeShopLines, type LineFault } from './judge-shop-lines.ts';
import { readShopFile } from './read-shop-file.ts';

export interface ShopImport {
  lines: number;
  good: JudgedLine[];
  faults: LineFault[];
  written: boolean;
}

/**
 * Writes all lines, or none if one has an error. An existing shop is not changed but gets the tenant of its line if it
 * is vacant.
 */
export async function importShops(
  database: Database,
  context: ActionContext,
  { csv, write }: { csv: string; write: boolean },
): Promise<ShopImport> {
  const lines = readShopFile(csv);
  if (!write)
    return { lines: lines.length, ...judgeShopLines(lines, await listShops(database.reader)), written: false };
  return database.write(async (tx) => {
    const { good, faults } = judgeShopLines(lines, await listShops(tx));
    const news = good.filter((line) => isNewShop(line) || isNewTenant(line));
    const written = faults.length === 0 && news.length > 0;
    if (written) for (const line of news) await writeLine(tx, context, line);
    return { lines: lines.length, good, faults, written };
  });
}

export function isNewShop({ standing }: JudgedLine): boolean {
  return standing === undefined;
}

export function isNewTenant({ tenant, standing }: JudgedLine): boolean {
  return tenant !== undefined && (standing?.tenant_name ?? null) === null;
}

async function writeLine(tx: Writer, context: ActionContext, line: JudgedLine): Promise<void> {
  const { shop, tenant } = line;
  if (isNewShop(line)) await addShop(tx, context, shop);
  if (tenant && isNewTenant(line)) await addTenant(tx, context, { ...tenant, shop_id: shop.shop_id });
}
