import { z } from 'zod';
import { importQuestion } from '#contract/imports.ts';
import { englishOf, writeJson } from '#contract/messages/message.ts';
import { systemClock } from '#server/clock.ts';
import { readRows } from '#server/features/imports/read-table.ts';
import type { CheckedShopLine } from '#server/features/tenants/check-shop-lines.ts';
import {
  describeShopNotes,
  importShops,
  isNewShop,
  isNewTenant,
  type ShopImport,
} from '#server/features/tenants/import-shops.ts';
import { type CommandCall, finishes, readImportArguments, withDatabase } from '../run-command.ts';
import { printable, readText } from '../setup/read-text.ts';

const USAGE = 'Usage: npm run import:shops -- FILE [--write] [--answer QUESTION=ANSWER]...';

/** `npm run import:shops` imports all lines of a file or none. A server may be running at the same time. */
export async function importShopFile(call: CommandCall): Promise<0 | 1> {
  let hasRefused = false;
  const isDone = await finishes(
    call,
    (fault) => `The shops could not be imported: ${fault}`,
    async () => {
      const { file, write, answers } = readImportArguments(call, USAGE);
      const rows = await readRows(readText(file));
      await withDatabase(async (database) => {
        const context = { actor: 'command import:shops', now: systemClock.now(), requestId: 'import-shops' };
        const checked = await database.write((tx) => importShops(tx, context, { rows, answers }));
        const isOpen = checked.questions.some(({ answer }) => answer === null);
        const outcome =
          write && !isOpen ? await database.write((tx) => importShops(tx, context, { rows, answers, write })) : checked;
        report(call, outcome, { write, isOpen });
        hasRefused = write && (isOpen || outcome.faults.length > 0);
      }, call.environment);
    },
  );
  return isDone && !hasRefused ? 0 : 1;
}

function report(
  { print }: CommandCall,
  outcome: ShopImport,
  { write, isOpen }: { write: boolean; isOpen: boolean },
): void {
  const { lines, good, faults, questions, written } = outcome;
  const rows = [
    ...good.map((one) => ({ line: one.line, text: describeLine(one) })),
    ...faults.map((one) => ({ line: one.line, text: `${one.field}: ${englishOf(one.message)}  [${one.text}]` })),
  ].sort((a, b) => a.line - b.line);
  for (const { line, text } of rows) print(`line ${line}: ${printable(text)}`);
  const asked = z.array(importQuestion).parse(JSON.parse(writeJson(questions, 'en')));
  for (const question of asked) printQuestion(print, question);
  for (const note of describeShopNotes(outcome)) print(printable(englishOf(note)));
  const faulty = new Set(faults.map(({ line }) => line)).size;
  print(`Lines read: ${lines} (${good.length} good, ${faulty} faulty).`);
  const newShops = good.filter(isNewShop).length;
  const newTenants = good.filter(isNewTenant).length;
  print(`New: shops ${newShops}, tenants ${newTenants}. There already: shops ${good.length - newShops}.`);
  if (isOpen) print('Nothing was written: the questions above are open. Add an --answer to each.');
  else print(describeEnd(write, written, faults.length > 0));
}

function describeLine(line: CheckedShopLine): string {
  const { shop, tenant, existing, differing } = line;
  const difference = differing.length > 0 ? ` with another ${differing.join(', ')}, left as it is` : '';
  const ofShop = existing ? `shop exists already${difference}` : `new shop ${shop.shop_name}`;
  if (!tenant) return `${shop.shop_id}: ${ofShop}`;
  const ofTenant = isNewTenant(line) ? `new tenant ${tenant.name}` : `has a tenant already, ${existing?.tenant_name}`;
  return `${shop.shop_id}: ${ofShop}; ${ofTenant}`;
}

function describeEnd(write: boolean, written: boolean, hasFaults: boolean): string {
  if (written) return 'All of it is written.';
  if (hasFaults) return 'Nothing was written: all lines are written or none. Mend the faulty ones first.';
  return write ? 'Nothing was written: there is nothing new.' : 'Nothing was written. Add --write to write.';
}

type Question = z.output<typeof importQuestion>;

/** Prints a question, and the command line option for each answer. */
export function printQuestion(
  print: CommandCall['print'],
  { id, question, choices, takes_number, answer }: Question,
): void {
  print(`Question: ${printable(question)}${answer === null ? '' : `  (answered: ${printable(answer)})`}`);
  if (answer !== null) return;
  for (const { value, label } of choices) print(`  --answer ${quoted(`${id}=${value}`)}  ${printable(label)}`);
  if (takes_number) print(`  --answer ${quoted(`${id}=NUMBER`)}  another number`);
}

function quoted(text: string): string {
  return `"${printable(text)}"`;
}
