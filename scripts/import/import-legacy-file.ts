import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isDay } from '#billing/calendar.ts';
import { cents, writeDecimal } from '#billing/money.ts';
import { englishOf } from '#contract/messages/message.ts';
import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { LegacyFault } from '#server/features/legacy/findings.ts';
import {
  importMarket,
  type MarketReport,
  refuseFilledMarket,
  sumDue,
  type TableReport,
} from '#server/features/legacy/import-market.ts';
import type { ShopReport, TenancyReport } from '#server/features/legacy/import-shops.ts';
import type { TenancyAnswer } from '#server/features/legacy/plan-tenancies.ts';
import { type StagedDump, stageDump } from '#server/features/legacy/stage-dump.ts';
import { starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import { type CommandCall, finishes, readLegacyArguments, withDatabase } from '../run-command.ts';
import { printable, readText, Unusable } from '../setup/read-text.ts';

const USAGE =
  'Usage: npm run import:legacy -- dump.sql [--write] [--report FOLDER] [--answers FILE] [--accept-adjustments] [--reset-passwords]';

/**
 * `npm run import:legacy` imports a dump of the previous system, either all of it or nothing. With SQLite, the data
 * folder must not be in use by a server. Returns 1 if nothing could be imported, or if a figure differs without a
 * reason.
 */
export async function importLegacyFile(call: CommandCall): Promise<0 | 1> {
  let isExplained = false;
  const isDone = await finishes(
    call,
    (fault) => `Nothing was imported: ${fault}`,
    async () => {
      const { report: folder, answers, ...options } = readLegacyArguments(call, USAGE);
      const given = answers === undefined ? [] : readAnswers(answers);
      const pictures = folder === undefined ? undefined : makeFolder(folder);
      const unlock = lockFolder(call);
      try {
        const report = await runImport(call, { ...options, answers: given, pictures });
        const lines = describeImport(report);
        if (folder !== undefined) writeReport(folder, report, lines);
        for (const line of lines.slice(0, MOST_LINES)) call.print(printable(line));
        if (lines.length > MOST_LINES) call.print(`... and ${lines.length - MOST_LINES} more lines (--report FOLDER).`);
        call.print(describeEnd(report, options.write));
        isExplained = report.unexplained.length === 0 && (options.acceptAdjustments || !hasUnexplained(report));
      } finally {
        unlock();
      }
    },
  );
  return isDone && isExplained ? 0 : 1;
}

interface Run {
  file: string;
  write: boolean;
  answers: TenancyAnswer[];
  resetPasswords: boolean;
  acceptAdjustments: boolean;
  pictures: string | undefined;
}

async function runImport({ environment }: CommandCall, { file, pictures, ...input }: Run): Promise<MarketReport> {
  const made: MarketReport[] = [];
  const catalogue = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
  const savePicture =
    pictures === undefined
      ? undefined
      : (name: string, bytes: Uint8Array) => writeFileSync(path.join(pictures, name), bytes);
  const context = { actor: 'command import:legacy', now: systemClock.now(), requestId: 'import-legacy' };
  await withDatabase(async (database) => {
    await refuseFilledMarket(database.reader);
    const staged = await stageNamed(file);
    try {
      made.push(await importMarket(database, context, { ...input, staged, catalogue, savePicture }));
    } finally {
      staged.close();
    }
  }, environment);
  const [report] = made;
  if (!report) throw new Error('the import ended without a report');
  return report;
}

async function stageNamed(file: string): Promise<StagedDump> {
  try {
    return await stageDump(file);
  } catch (error) {
    throw error instanceof LegacyFault ? new Unusable(`${file}: ${error.message}`) : error;
  }
}

function lockFolder({ environment }: CommandCall): () => void {
  const config = readConfig(environment);
  requireDataFolder(config.dataDir);
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
  if (!unlock)
    throw new Unusable(`A Pola server works on ${config.dataDir}. Stop it first, or choose another DATA_DIR.`);
  return unlock;
}

const answersFile = z.array(
  z.strictObject({
    shop_id: z.string(),
    questions: z.array(z.enum(['several_tenants', 'entries_before_tenant', 'no_tenant'])),
    tenants: z.array(
      z.strictObject({
        tenant_id: z.int().nullable(),
        name: z.string().trim().min(1).max(120),
        from: z.string().refine(isDay),
      }),
    ),
  }),
);

function readAnswers(file: string): TenancyAnswer[] {
  try {
    return answersFile.parse(JSON.parse(readText(file)));
  } catch (error) {
    if (error instanceof Unusable) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const where = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    throw new Unusable(`${file} is not the answers.json of a report${where}.`);
  }
}

function makeFolder(folder: string): string {
  const pictures = path.join(folder, 'pictures');
  try {
    mkdirSync(pictures, { recursive: true });
    return pictures;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Unusable(`The report cannot be written to ${folder} (${code}).`);
  }
}

function writeReport(folder: string, report: MarketReport, lines: readonly string[]): void {
  writeFileSync(path.join(folder, 'report.txt'), `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  const asked = report.shops.flatMap((shop) => shop.asked ?? []);
  writeFileSync(path.join(folder, 'answers.json'), `${JSON.stringify(asked, null, 2)}\n`);
}

function hasUnexplained({ shops }: MarketReport): boolean {
  return shops.some(({ unexplained }) => unexplained !== 0);
}

function describeEnd({ outcome }: MarketReport, write: boolean): string {
  if (outcome === 'again') return 'Nothing was added: this dump was imported before.';
  if (write) return 'All of it is written. Run verify-books, and delete the dump, which contains password hashes.';
  return 'Nothing was written. Add --write to write.';
}

/** The maximum number of lines on the screen. The report in the folder has all lines. */
const MOST_LINES = 400;

/** Returns the report as lines of text. Amounts are in rupees. */
function describeImport(report: MarketReport): string[] {
  const { notes, tables, findings, shops, accounts, vatByMonth, unexplained, hash } = report;
  if (report.outcome === 'again') return [];
  return [
    `Dump ${hash}`,
    ...notes.map(englishOf),
    '',
    row(['Rows', 'read', 'imported', 'changed', 'rejected']),
    ...tables.map(describeTable),
    '',
    `Findings: ${findings.length}`,
    ...findings.map(({ table, key, code, outcome, detail }) =>
      `  ${table} ${key}: ${code}, ${outcome} ${detail}`.trimEnd(),
    ),
    '',
    'Amounts due and balances: here, and in the previous system',
    ...shops.flatMap(describeShop),
    '',
    'VAT of imported invoices by month, which VAT schedules exclude',
    ...vatByMonth.map(({ month, vat }) => `  ${month}  ${writeDecimal(vat)}`),
    '',
    'Accounts',
    ...accounts.map(
      ({ email, role, link }) =>
        `  ${email}, ${role}: ${link === null ? 'signs in once with the old password, within 30 days' : describeLink(report, link)}`,
    ),
    ...(hasUnexplained(report)
      ? [
          '',
          'Adjustments that nothing in the dump explains: compare them with the previous system, then --accept-adjustments',
          ...shops.flatMap(({ importedAs, unexplained: part }) =>
            part === 0 ? [] : `  ${importedAs}: ${writeDecimal(part)}`,
          ),
        ]
      : []),
    ...(unexplained.length > 0
      ? ['', 'Figures that differ without a reason', ...unexplained.map((one) => `  ${englishOf(one)}`)]
      : []),
  ];
}

/** Leaves out the link of a dry run, because the token is rolled back and the link would not work. */
function describeLink({ outcome }: MarketReport, link: string): string {
  return outcome === 'written' ? `chooses a password at ${link} within 7 days` : 'gets a link to choose a password';
}

function row([first = '', ...figures]: readonly string[]): string {
  return [first.padEnd(16), ...figures.map((figure) => figure.padStart(9))].join(' ');
}

function describeTable({ table, read, imported, changed, rejected }: TableReport): string {
  return row([table, ...[read, imported, changed, rejected].map(String)]);
}

function describeShop({ shopId, importedAs, tenancies }: ShopReport): string[] {
  const name = importedAs === shopId ? importedAs : `${importedAs} (was ${shopId})`;
  return tenancies.length === 0 ? [`  ${name}: no tenant`] : tenancies.flatMap((one) => describeTenancy(name, one));
}

function describeTenancy(shop: string, tenancy: TenancyReport): string[] {
  const { name, from, to, legacy, ours } = tenancy;
  const moved = [
    ['forgiven', tenancy.forgiven],
    ['transferred', tenancy.transferredIn],
    ['adjustment', tenancy.adjustment],
    ['credit used', cents(sumDue(legacy) - sumDue(ours))],
  ] as const;
  const entries = moved.flatMap(([word, amount]) => (amount === 0 ? [] : `${word} ${writeDecimal(amount)}`));
  return [
    `  ${shop}, ${name}, ${from} to ${to ?? 'now'}: ${describeStanding(ours)}; before: ${describeStanding(legacy)}`,
    ...(entries.length > 0 ? [`    payments ${writeDecimal(tenancy.payments)}, ${entries.join(', ')}`] : []),
  ];
}

type Standing = TenancyReport['ours'];

function describeStanding({ due, balance }: Standing): string {
  const parts = Object.entries(due).flatMap(([kind, amount]) =>
    amount === 0 ? [] : `${kind} ${writeDecimal(amount)}`,
  );
  const list = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `due ${writeDecimal(sumDue({ due, balance }))}${list}, balance ${writeDecimal(balance)}`;
}
