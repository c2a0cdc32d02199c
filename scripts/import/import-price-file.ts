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
import { type CommandCall, finishes, readPriceArguments, withDatabase } from '../run-command.ts';
import { printable, readTableOf, readText, Unusable } from '../setup/read-text.ts';
import { printQuestion } from './import-shop-file.ts';

const USAGE =
  'Usage: npm run import:prices -- FILE [--write] [--alias FILE] [--sheet NAME] [--date YYYY-MM-DD] [--answer QUESTION=ANSWER]...';
const SLIPS = { double: 'more than double that', half: 'less than half that' };

/**
 * `npm run import:prices`. --alias names a CSV file with the columns item and product. --answer answers a question that
 * the dry run asked. Returns 1 when the prices are not written.
 */
export async function importPriceFile(call: CommandCall): Promise<0 | 1> {
  let isAsRequested = true;
  const isDone = await finishes(
    call,
    (fault) => `The prices could not be imported: ${fault}`,
    async () => {
      const { file, alias, sheet, date, answers, write } = readPriceArguments(call, USAGE);
      const { text, notes } = await readTableOf(file, sheet);
      for (const note of notes) call.print(printable(note));
      const aliases = alias === undefined ? [] : readAliases(alias);
      await withDatabase(async (database) => {
        const mapping = await mapAliases(database, aliases);
        const context = { actor: 'command import:prices', now: systemClock.now(), requestId: 'import-prices' };
        const input = { file: await readPriceFile(text), mapping, answers, date };
        const checked = await database.write((tx) => importPrices(tx, context, input));
        const isOpen = checked.questions.some(({ answer }) => answer === null);
        const isWritten = write && !isOpen;
        const outcome = isWritten
          ? await database.write((tx) => importPrices(tx, context, { ...input, write }))
          : checked;
        await report(call, outcome, { write, isOpen });
        isAsRequested = !write || outcome.written;
      }, call.environment);
    },
  );
  return isDone && isAsRequested ? 0 : 1;
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

/** Returns product ids by item. The alias file identifies a product by code or name. */
async function mapAliases(database: Database, aliases: readonly Alias[]): Promise<Record<string, number>> {
  const find = matchItems(await listProducts(database.reader), {});
  return Object.fromEntries(
    aliases.map(({ item, product }) => {
      const found = find(product);
      if ('candidates' in found) {
        const names = found.candidates.map(({ name }) => name).join(', ');
        throw new Unusable(`The alias of "${item}" fits several products, "${product}": ${names}.`);
      }
      if ('reason' in found) throw new Unusable(`The alias of "${item}" leads to no product: "${product}".`);
      return [item, found.productId];
    }),
  );
}

async function report(
  { print }: CommandCall,
  outcome: ImportOutcome,
  { write, isOpen }: { write: boolean; isOpen: boolean },
): Promise<void> {
  const answer = prices.importCsv.answer.parse(JSON.parse(writeJson(await presentImport(outcome), 'en')));
  const { lines, accepted, added, updated, unchanged, first_day, last_day, faulty, faults, unmatched } = answer;
  for (const note of answer.notes) print(printable(note));
  for (const { line, reason, text } of faults) print(`line ${line}: ${reason}  [${printable(text)}]`);
  if (faulty > faults.length) print(`... and ${faulty - faults.length} more faulty lines.`);
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
  for (const question of answer.questions) printQuestion(print, question);
  const others = [
    [answer.waiting, 'waiting for an answer'],
    [answer.skipped, 'skipped'],
  ] as const;
  const more = others.flatMap(([count, what]) => (count > 0 ? [`, ${count} ${what}`] : [])).join('');
  print(`Lines read: ${lines} (${accepted} good, ${faulty} faulty${more}).`);
  if (answer.unusual > 0) print(`Prices to be checked again: ${answer.unusual}.`);
  for (const warning of answer.warnings) print(`Warning: ${warning}`);
  for (const { date } of answer.closed_days) print(`The market is closed on ${date}.`);
  if (first_day !== null) print(`Prices from ${first_day} to ${last_day}.`);
  print(`${outcome.written ? '' : 'Would be '}${added} added, ${updated} updated, ${unchanged} unchanged.`);
  print(describeEnd(outcome, { write, isOpen }));
}

function describeEnd({ written }: ImportOutcome, { write, isOpen }: { write: boolean; isOpen: boolean }): string {
  if (written) return 'The good lines are written.';
  if (isOpen) return 'Nothing was written: the questions above are open. Add an --answer to each.';
  return write ? 'Nothing was written: there is no good line.' : 'Nothing was written. Add --write to write.';
}
