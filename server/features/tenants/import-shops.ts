import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { addShop } from '../shops/add-shop.ts';
import { listShops } from '../shops/queries.ts';
import { addTenant } from './add-tenant.ts';
import { type JudgedLine, judgeShopLines, type LineFault } from './judge-shop-lines.ts';
import { readShopFile } from './read-shop-file.ts';

/** What an import did, or in a dry run would do. */
export interface ShopImport {
  /** Lines below the header, blank ones not counted. */
  lines: number;
  good: JudgedLine[];
  faults: LineFault[];
  written: boolean;
}

/**
 * Takes the shops of a CSV file, and who rents them. Without `write` it only says what would happen. Written are all
 * lines or, when one has a fault, none: half a market is harder to mend than a file. A shop that stands is left as it
 * is, and gets the tenant of its line when it has none. Refuses a text that is no such table.
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

/** True when the line brings a shop. */
export function isNewShop({ standing }: JudgedLine): boolean {
  return standing === undefined;
}

/** True when the line brings a tenant to a shop that nobody rents. */
export function isNewTenant({ tenant, standing }: JudgedLine): boolean {
  return tenant !== undefined && (standing?.tenant_name ?? null) === null;
}

async function writeLine(tx: Writer, context: ActionContext, line: JudgedLine): Promise<void> {
  const { shop, tenant } = line;
  if (isNewShop(line)) await addShop(tx, context, shop);
  if (tenant && isNewTenant(line)) await addTenant(tx, context, { ...tenant, shop_id: shop.shop_id });
}
