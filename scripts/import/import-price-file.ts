import { parse } from 'csv-parse/sync';
import { writeJson } from '#contract/messages/message.ts';
import { prices } from '#contract/prices.ts';
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { type ImportOutcome, importPrices } from '#server/features/prices/import-prices.ts';
import { matchItems } from '#server/features/prices/match-items.ts';
import { presentImport } from '#server/features/prices/present.ts';
import { readPriceFile } from '#server/features/prices/read-price-file.ts';
import { listProducts } from '#server/features/products/queries.ts';
import { type CommandCall, finishes, readImportArguments, withDatabase } from '../run-command.ts';
import { printable, readTableOf, readText, Unusable } from '../setup/read-text.ts';

const USAGE = 'Usage: npm run import:prices -- FILE [--write] [--alias FILE]';
const SLIPS = { double: 'more than double that', half: 'less than half that' };

/** `npm run import:prices`: --alias names a CSV (item,product). A server may run meanwhile. */
export async function importPriceFile(call: CommandCall): Promise<0 | 1> {
  const isDone = await finishes(
    call,
    (fault) => `The prices could not be imported: ${fault}`,
    async () => {
      const { file, alias, write } = readImportArguments(call, USAGE, true);
      const csv = await readTableOf(file);
      const aliases = alias === undefined ? [] : readAliases(alias);
      await withDatabase(async (database) => {
        const mapping = await mapAliases(database, aliases);
        const context = { actor: 'command import:prices', now: systemClock.now(), requestId: 'import-prices' };
        const lines = await readPriceFile(csv);
        report(call, await database.write((tx) => importPrices(tx, context, { lines, mapping, write })), write);
      }, call.environment);
    },
  );
  return isDone ? 0 : 1;
}

interface Alias {
  item: string;
  product: string;
}

function readAliases(file: string): Alias[] {
  const columns = (header: string[]) => header.map((name) => name.trim().toLowerCase());
  try {
    const rows: Partial<Alias>[] = parse(readText(file), { columns, trim: true, skip_empty_lines: true });
    return rows.map(({ item, product }) => {
      if (!item || !product) throw new Unusable(`${file} needs the columns item and product, both filled in.`);
      return { item, product };
    });
  } catch (error) {
    if (error instanceof Unusable) throw error;
    throw new Unusable(`${file} could not be read as a table with the columns item and product.`);
  }
}

/** Item to product id; a product is named by code or name. */
async function mapAliases(database: Database, aliases: readonly Alias[]): Promise<Record<string, number>> {
  const find = matchItems(await listProducts(database.reader), new Map());
  return Object.fromEntries(
    aliases.map(({ item, product }) => {
      const found = find(product);
      if ('reason' in found) throw new Unusable(`The alias of "${item}" leads to no product: "${product}".`);
      return [item, found.productId];
    }),
  );
}

function report({ print }: CommandCall, outcome: ImportOutcome, write: boolean): void {
  const answer = prices.importCsv.answer.parse(JSON.parse(writeJson(presentImport(outcome), 'en')));
  const { lines, accepted, added, updated, unchanged, first_day, last_day, faults, unmatched } = answer;
  for (const { line, reason, text } of faults) print(`line ${line}: ${reason}  [${printable(text)}]`);
  for (const { line, product, last, slips } of answer.prices) {
    for (const { side, kind } of last ? slips : [])
      print(`line ${line}: ${product}: the ${side}imum is ${SLIPS[kind]} of ${last?.date}`);
  }
  if (unmatched.length > 0) {
    print('Items without a product (say which they mean with --alias FILE, a CSV with the columns item,product):');
    for (const { item, lines: count, suggestions } of unmatched) {
      const perhaps = suggestions.length > 0 ? `  perhaps ${suggestions.map(({ name }) => name).join(', ')}` : '';
      print(`  ${printable(item)}  (lines: ${count})${perhaps}`);
    }
  }
  print(`${lines} lines read: ${accepted} good, ${faults.length} faulty.`);
  if (answer.unusual > 0) print(`Prices to be checked again: ${answer.unusual}.`);
  for (const { date } of answer.closed_days) print(`The market is closed on ${date}.`);
  if (first_day !== null) print(`Prices from ${first_day} to ${last_day}.`);
  print(`${write ? '' : 'Would be '}${added} added, ${updated} updated, ${unchanged} unchanged.`);
  if (outcome.written) print('The good lines are written.');
  else print(write ? 'Nothing was written: there is no good line.' : 'Nothing was written. Add --write to write.');
}
