import { dayOf, type Instant, type Month, monthOf, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import type { DumpStep } from '#contract/imports.ts';
import { type ApiMessage, apiMessage, englishOf } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import { raiseIds } from '../../db/raise-ids.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { insertConfirmationStart } from '../cash/bank-payment-queries.ts';
import { insertCountingStart } from '../gate/income-queries.ts';
import type { StarterFields } from '../products/import-products.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import { dumpFault, Findings, type RowFinding } from './findings.ts';
import { importGoods, Pictures } from './import-goods.ts';
import { type AccountReport, importAccounts, importAuditTrail } from './import-office.ts';
import { importLegacyShops, type ShopReport, type TenancyReport } from './import-shops.ts';
import { importTickets } from './import-tickets.ts';
import { type ImportWorld, inChunks } from './import-world.ts';
import { LegacyMarket } from './legacy-market.ts';
import { type LegacyTable, legacyTableNames } from './legacy-tables.ts';
import type { TenancyAnswer } from './plan-tenancies.ts';
import type { StagedDump } from './stage-dump.ts';

export interface MarketInput {
  write: boolean;
  answers: readonly TenancyAnswer[];
  resetPasswords: boolean;
  /** Without it, adjustments that nothing explains are not written. */
  acceptAdjustments: boolean;
  catalogue: readonly StarterFields[];
  savePicture?: ((name: string, bytes: Uint8Array) => void) | undefined;
  onProgress?: (step: DumpStep) => void;
}

export interface TableReport {
  table: LegacyTable;
  read: number;
  imported: number;
  changed: number;
  rejected: number;
}

export interface MarketReport {
  /** The SHA-256 of the dump. */
  hash: string;
  /** `again`: the same dump was imported before, and nothing was done. */
  outcome: 'dry run' | 'written' | 'again';
  notes: ApiMessage[];
  tables: TableReport[];
  findings: RowFinding[];
  shops: ShopReport[];
  accounts: AccountReport[];
  /** The VAT of imported invoices by month. VAT schedules do not include it. */
  vatByMonth: { month: Month; vat: Cents }[];
  /** Figures that differ from the previous system's without a reason. */
  unexplained: ApiMessage[];
}

const SETTING = 'legacy_import';
const MOST_NAMED = 20;

interface EarlierImport {
  hash: string;
  at: Instant;
}

/**
 * Imports a staged dump in one transaction. A dry run does the same and rolls it back. If the market is not empty or
 * the dump cannot be imported, throws LegacyFault and writes nothing.
 */
export async function importMarket(
  database: Database,
  context: ActionContext,
  { staged, ...input }: MarketInput & { staged: StagedDump },
): Promise<MarketReport> {
  const earlier = await findEarlier(database.reader);
  if (earlier?.hash === staged.hash) return { ...emptyReport(staged), outcome: 'again' };
  const pictures = new Pictures(staged);
  await pictures.encode(input.onProgress ?? (() => {}));
  const run = input.write ? database.write : database.dryRun;
  return run((tx) => importStaged(tx, context, { staged, pictures, input }));
}

function emptyReport({ hash, notes }: StagedDump): MarketReport {
  return {
    hash,
    outcome: 'dry run',
    notes,
    tables: [],
    findings: [],
    shops: [],
    accounts: [],
    vatByMonth: [],
    unexplained: [],
  };
}

/** Returns the import with which the data of this market began; undefined if no dump was imported. */
export async function findEarlier(db: Reader): Promise<EarlierImport | undefined> {
  const setting = await findSetting(db, SETTING);
  return setting && (JSON.parse(setting.value) as EarlierImport);
}

async function importStaged(
  tx: Writer,
  context: ActionContext,
  { staged, pictures, input }: { staged: StagedDump; pictures: Pictures; input: MarketInput },
): Promise<MarketReport> {
  await refuseOtherMarket(tx);
  const market = new LegacyMarket(staged);
  const findings = new Findings();
  for (const { table, key, column } of staged.encodedTwice) findings.add([table, key], 'encoded_twice', column);
  const world: ImportWorld = {
    tx,
    context,
    market,
    findings,
    answers: input.answers,
    shopIds: new Map(),
    invoiceNumbers: new Map(),
    became: [],
    savePicture: input.savePicture,
    onProgress: input.onProgress ?? (() => {}),
  };
  const begin = (step: DumpStep['step']) => world.onProgress({ step, done: 0, total: 0 });
  const accounts = await importAccounts(world, input);
  const shops = await importLegacyShops(world);
  begin('goods');
  await importGoods(world, { pictures, catalogue: input.catalogue });
  begin('tickets');
  await importTickets(world);
  await beginComparing(tx, context);
  begin('audit');
  await importAuditTrail(world);
  await writeImportedRows(world);
  for (const table of ['products', 'prices', 'publications', 'vehicle_tickets', 'sanitation_tickets'] as const)
    await raiseIds(tx, table);
  const value: EarlierImport = { hash: staged.hash, at: context.now };
  await putSetting(tx, { name: SETTING, value: JSON.stringify(value), at: context.now });
  await writeAudit(tx, context, {
    type: 'Market Imported',
    description: apiMessage('ledger.imported.audit', {
      shops: staged.counts.shops,
      invoices: staged.counts.invoices,
      payments: staged.counts.payments,
    }),
    newValue: staged.hash,
  });
  const unexplained = compareFigures(shops);
  refuseAdjustments(input, shops);
  const unlisted = await listUnlistedTypes(tx);
  if (input.write && unexplained.length > 0)
    throw dumpFault('differ', { amounts: unexplained.map(englishOf).join('; ') });
  return {
    hash: staged.hash,
    outcome: input.write ? 'written' : 'dry run',
    notes: [
      ...staged.notes,
      ...(market.storesColomboTime ? [apiMessage('imports.dump.note.colombo_time')] : []),
      ...(unlisted.length > 0 ? [apiMessage('imports.dump.note.vehicle_types', { types: unlisted.join(', ') })] : []),
    ],
    tables: legacyTableNames.map((table) => reportTable(staged, findings, table)),
    findings: findings.list,
    shops,
    accounts,
    vatByMonth: sumVat(market),
    unexplained,
  };
}

/** Payments and tickets of the previous system count as confirmed and counted. */
async function beginComparing(tx: Writer, context: ActionContext): Promise<void> {
  const today = dayOf(context.now);
  await insertConfirmationStart(tx, context, startOfDay(today));
  await insertCountingStart(tx, context, today);
}

function refuseAdjustments(
  { write, acceptAdjustments }: Omit<MarketInput, 'staged'>,
  shops: readonly ShopReport[],
): void {
  const left = shops.filter(({ unexplained }) => unexplained !== 0);
  if (!write || acceptAdjustments || left.length === 0) return;
  const named = left.slice(0, MOST_NAMED).map(({ shopId, unexplained }) => `${shopId} ${writeDecimal(unexplained)}`);
  const more = left.length > MOST_NAMED ? [`+ ${left.length - MOST_NAMED}`] : [];
  throw dumpFault('adjustments', { amounts: [...named, ...more].join(', ') });
}

/** Returns the tables that must be empty before an import, but have rows. */
export async function listFilledTables(db: Reader): Promise<string[]> {
  const tables = ['shops', 'products', 'prices', 'sanitation_tickets', 'vehicle_tickets', 'publications'] as const;
  const filled: string[] = [];
  for (const table of tables)
    if ((await db.selectFrom(table).select('created_at').limit(1).executeTakeFirst()) !== undefined) filled.push(table);
  return filled;
}

/**
 * Throws LegacyFault if the market is not empty, before a dump is read. A market that began with a dump may be asked
 * about that dump again.
 */
export async function refuseFilledMarket(db: Reader): Promise<void> {
  if ((await findEarlier(db)) === undefined) await refuseFilledTables(db);
}

async function refuseFilledTables(db: Reader): Promise<void> {
  const filled = await listFilledTables(db);
  if (filled.length > 0) throw dumpFault('not_empty', { tables: filled.join(', ').replaceAll('_', ' ') });
}

async function refuseOtherMarket(tx: Writer): Promise<void> {
  const earlier = await findEarlier(tx);
  if (earlier) throw dumpFault('other_import', { day: { day: dayOf(earlier.at) } });
  await refuseFilledTables(tx);
}

/** Returns the vehicle types of imported tickets for which no price can be set, because the office has no such type. */
async function listUnlistedTypes(tx: Writer): Promise<string[]> {
  const listed = (await listVehicleTypes(tx)).flatMap(({ name, former_names }) => [name, ...former_names]);
  const used = await tx
    .selectFrom('ticket_sums')
    .select('kind')
    .distinct()
    .where('subject', '=', 'vehicle')
    .where('kind', 'not in', listed)
    .orderBy('kind')
    .execute();
  return used.map(({ kind }) => kind);
}

function reportTable(staged: StagedDump, findings: Findings, table: LegacyTable): TableReport {
  const read = staged.counts[table];
  const changed = findings.changedOf(table);
  const rejected = findings.rejectedOf(table);
  return { table, read, imported: read - changed - rejected, changed, rejected };
}

/** Stores the new ids of the imported rows, and every row that has a finding. */
async function writeImportedRows({ tx, became, findings }: ImportWorld): Promise<void> {
  const found = Map.groupBy(findings.list, ({ table, key }) => `${table} ${key}`);
  const rows = became.map(({ table, key, name, id }) => {
    const own = found.get(`${table} ${key}`) ?? [];
    found.delete(`${table} ${key}`);
    return rowOf({ table, key, name, id }, own);
  });
  for (const own of found.values()) {
    const [first] = own;
    if (first) rows.push(rowOf({ table: first.table, key: first.key, name: null, id: null }, own));
  }
  for (const chunk of inChunks(rows)) await tx.insertInto('imported_rows').values(chunk).execute();
}

function rowOf(
  { table, key, name, id }: { table: LegacyTable; key: string; name: string | null; id: number | null },
  own: readonly RowFinding[],
) {
  const isRejected = own.some(({ outcome, code }) => outcome === 'rejected' && !code.startsWith('picture'));
  const isChanged = own.some(({ outcome }) => outcome !== 'imported');
  return {
    source_table: table,
    source_key: key,
    outcome: isRejected ? ('rejected' as const) : isChanged ? ('changed' as const) : ('imported' as const),
    table_name: name,
    row_id: id,
    findings: JSON.stringify(own.map(({ code, detail }) => ({ code, detail }))),
  };
}

function sumVat(market: LegacyMarket): MarketReport['vatByMonth'] {
  const sums = new Map<Month, number>();
  for (const { month_year, vat_amount } of market.rows('invoices')) {
    const month = monthOf(dayOf(month_year));
    sums.set(month, (sums.get(month) ?? 0) + (vat_amount ?? 0));
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, vat]) => ({ month, vat: cents(vat) }));
}

/**
 * Returns a text for each tenancy whose net amount differs from its net amount in the previous system. A net amount is
 * the balance less the amounts due. Charges that are paid from the balance therefore do not change it.
 */
function compareFigures(shops: readonly ShopReport[]): ApiMessage[] {
  return shops.flatMap(({ importedAs, tenancies }) =>
    tenancies.flatMap(({ name, legacy, ours }) => {
      const net = (standing: typeof ours) => cents(standing.balance - sumDue(standing));
      const theirs = net(legacy);
      const own = net(ours);
      const amounts = { before: writeDecimal(theirs), after: writeDecimal(own) };
      return theirs === own ? [] : [apiMessage('imports.dump.amount', { shop: importedAs, tenant: name, ...amounts })];
    }),
  );
}

/** Returns the sum of the amounts due of all charges. */
export function sumDue({ due }: TenancyReport['ours']): Cents {
  return sumCents(Object.values(due));
}
