import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { importShops, isNewShop, isNewTenant, type ShopImport } from '#server/features/tenants/import-shops.ts';
import type { JudgedLine } from '#server/features/tenants/judge-shop-lines.ts';
import { describeFault } from './setup/describe-fault.ts';
import { printable, readText, Unusable } from './setup/read-text.ts';

const USAGE = 'Usage: npm run import:shops -- FILE [--write]';

/**
 * The command: takes shops, and who rents them, from a CSV file into the configured database. Without --write it only
 * says what would happen; with it all lines are written, or none when one has a fault. It may run beside a server.
 */
async function main(): Promise<void> {
  const { file, write } = readArguments();
  const csv = readText(file);
  const database = connect(readConfig());
  try {
    await migrate(database);
    const context = { actor: 'command import:shops', now: systemClock.now(), requestId: 'import-shops' };
    const outcome = await importShops(database, context, { csv, write });
    report(outcome, write);
    if (write && outcome.faults.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function readArguments(): { file: string; write: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, write: values.write };
  } catch {
    // An option that we do not know: the same answer as for a file too many.
  }
  throw new Unusable(USAGE);
}

function report({ lines, good, faults, written }: ShopImport, write: boolean): void {
  const told = [
    ...good.map((one) => ({ line: one.line, text: tellLine(one) })),
    ...faults.map((one) => ({ line: one.line, text: `${one.field}: ${one.message}  [${one.text}]` })),
  ].sort((a, b) => a.line - b.line);
  for (const { line, text } of told) console.log(`line ${line}: ${printable(text)}`);
  console.log(`${lines} lines read: ${good.length} good, ${lines - good.length} faulty.`);
  const newShops = good.filter(isNewShop).length;
  const newTenants = good.filter(isNewTenant).length;
  console.log(`New: shops ${newShops}, tenants ${newTenants}. There already: shops ${good.length - newShops}.`);
  console.log(tellEnd(write, written, faults.length > 0));
}

/** What a good line brings, and what of it stands already. */
function tellLine(line: JudgedLine): string {
  const { shop, tenant, standing, differing } = line;
  const difference = differing.length > 0 ? ` with another ${differing.join(', ')}, left as it is` : '';
  const ofShop = standing ? `shop exists already${difference}` : `new shop ${shop.shop_name}`;
  if (!tenant) return `${shop.shop_id}: ${ofShop}`;
  const ofTenant = isNewTenant(line) ? `new tenant ${tenant.name}` : `has a tenant already, ${standing?.tenant_name}`;
  return `${shop.shop_id}: ${ofShop}; ${ofTenant}`;
}

function tellEnd(write: boolean, written: boolean, hasFaults: boolean): string {
  if (written) return 'All of it is written.';
  if (hasFaults) return 'Nothing was written: all lines are written or none. Mend the faulty ones first.';
  return write ? 'Nothing was written: there is nothing new.' : 'Nothing was written. Add --write to write.';
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Unusable ? fault.message : `The shops could not be imported: ${describeFault(fault)}`);
  process.exitCode = 1;
}
