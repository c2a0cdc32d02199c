import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { day, dayOf, type Instant, instantFrom, monthOf } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import { connect, type Database, type Writer } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { generateInvoice } from '#server/features/invoices/generate-invoice.ts';
import { beginSealing } from '#server/features/ledger/begin-sealing.ts';
import { verifyMarket } from '#server/features/ledger/verify-market.ts';
import { importMarket, type MarketReport } from '#server/features/legacy/import-market.ts';
import { stageDump } from '#server/features/legacy/stage-dump.ts';
import { verifyPassword } from '#server/features/session/hash-password.ts';
import { runCommand } from '../run-command.ts';
import { Unusable } from '../setup/read-text.ts';

/**
 * `npm run check:legacy -- FOLDER` imports legacy-sample.sql from the folder into a new database and compares
 * everything with legacy-sample-expected.json. With TEST_DATABASE_URL it uses that PostgreSQL database, which must be
 * empty.
 */

type Amounts = Record<'VAT' | 'OperationFee' | 'Rent' | 'Fine', string>;
interface Expected {
  import_day: string;
  counts: Record<string, number>;
  rejected_rows: Record<string, number>;
  totals: { forgiven: string };
  findings: { table: string; id: string; code: string; outcome: string; detail?: string }[];
  shops: {
    shop_id: string;
    imported_as: string;
    due: Amounts;
    due_after_credit: { due: Amounts; balance: string };
    payments: { total: string };
    tenancies: ({ tenant_id: number | null; due: Amounts } & Record<
      'balance' | 'payments' | 'forgiven' | 'transferred_in' | 'adjustment',
      string
    >)[];
    invoices: {
      invoice_id: string;
      month: string;
      printed: number;
      total_amount: string;
      previous: { total_amount: string | null; paid: string; last_paid_at: string | null };
    }[];
    payment_rows: { payment_id: number; day: string; amount: string; method: string; kind: string; by: string }[];
    next_invoice: Record<'total_arrears' | 'fines' | 'previous_balance', string>;
  }[];
  accounts: { email: string; role: string; password: string }[];
  products: { id: number; image: { sha256: string } | null; prices: number }[];
  prices: { pairs: number; some: { id: number; date: string; min: string; max: string }[] };
  publications: { id: number; topic: string; description_sha256: string; image: object | null }[];
  tickets: Record<'sanitation_by_colombo_day_and_price' | 'vehicle_by_colombo_day_and_type', Record<string, string>>;
}

const differences: string[] = [];

function same(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    differences.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

function sorted(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

await runCommand(
  (fault) => `The sample could not be checked: ${fault}`,
  async () => {
    const [folder, ...others] = process.argv.slice(2);
    if (folder === undefined || others.length > 0) throw new Unusable('Usage: npm run check:legacy -- FOLDER');
    const expected: Expected = JSON.parse(readFileSync(path.join(folder, 'legacy-sample-expected.json'), 'utf8'));
    const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-check-legacy-'));
    const database = connect({ databaseUrl: process.env.TEST_DATABASE_URL, dataDir });
    try {
      await migrate(database);
      const context = {
        actor: 'check:legacy',
        now: instantFrom(`${expected.import_day}T15:30:00`),
        requestId: 'check',
      };
      await beginSealing(database, context);
      const staged = await stageDump(path.join(folder, 'legacy-sample.sql'));
      const input = {
        staged,
        write: true,
        answers: [],
        resetPasswords: false,
        acceptAdjustments: false,
        catalogue: [],
      };
      const report = await importMarket(database, context, input);
      staged.close();
      compareReport(report, expected);
      await compareLedgers(database, expected);
      await compareGoods(database, expected);
      await compareTickets(database, expected);
      await comparePasswords(database, expected);
      same('verify-books', (await verifyMarket(database)).differences, []);
      await compareNextInvoices(database, expected, context.now);
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true });
    }
    for (const line of differences) console.log(line);
    console.log(
      differences.length === 0 ? 'The sample is imported as expected.' : `${differences.length} differences.`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  },
);

function compareReport({ tables, findings, shops, unexplained }: MarketReport, expected: Expected): void {
  same('rows read', sorted(tables.map(({ table, read }) => [table, read])), sorted(Object.entries(expected.counts)));
  for (const { table, rejected } of tables) same(`rejected ${table}`, rejected, expected.rejected_rows[table]);
  const found = findings.map(({ table, key, code, outcome, detail }) =>
    `${table} ${key} ${code} ${outcome} ${detail}`.trim(),
  );
  const wanted = expected.findings.map(({ table, id, code, outcome, detail = '' }) =>
    `${table} ${id} ${code} ${outcome} ${detail}`.trim(),
  );
  same('findings', sorted(found.map((one) => [one, 1])), sorted(wanted.map((one) => [one, 1])));
  same('unexplained', unexplained, []);
  for (const shop of expected.shops) {
    const made = shops.find(({ shopId }) => shopId === shop.shop_id);
    const tenancies = made?.tenancies ?? [];
    same(`${shop.shop_id} id`, made?.importedAs, shop.imported_as);
    const sum = (of: (one: (typeof tenancies)[number]) => Cents) => writeDecimal(sumCents(tenancies.map(of)));
    for (const kind of ['VAT', 'OperationFee', 'Rent', 'Fine'] as const) {
      same(
        `${shop.shop_id} ${kind} before`,
        sum((one) => one.legacy.due[kind]),
        shop.due[kind],
      );
      same(
        `${shop.shop_id} ${kind}`,
        sum((one) => one.ours.due[kind]),
        shop.due_after_credit.due[kind],
      );
    }
    same(
      `${shop.shop_id} balance`,
      sum((one) => one.ours.balance),
      shop.due_after_credit.balance,
    );
    for (const [at, wanted] of shop.tenancies.entries()) {
      const one = tenancies[at];
      const figures =
        one && [one.legacy.balance, one.payments, one.forgiven, one.transferredIn, one.adjustment].map(writeDecimal);
      same(`${shop.shop_id} tenancy ${at}`, figures, [
        wanted.balance,
        wanted.payments,
        wanted.forgiven,
        wanted.transferred_in,
        wanted.adjustment,
      ]);
      same(`${shop.shop_id} tenant ${at}`, one?.tenantId, wanted.tenant_id);
    }
  }
}

async function compareLedgers({ reader }: Database, expected: Expected): Promise<void> {
  const rows = await reader
    .selectFrom('imported_rows')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'imported_rows.row_id')
    .where('source_table', '=', 'payments')
    .select(['source_key', 'kind', 'cents', 'effective_at', 'method', 'recorded_by', 'payment_id', 'ledger_entries.id'])
    .execute();
  const isOfPayment = ({ table, outcome }: Expected['findings'][number]) =>
    table === 'payments' && outcome === 'rejected';
  const rejected = new Set(expected.findings.filter(isOfPayment).map(({ id }) => id));
  const keys = new Map(rows.map(({ id, source_key }) => [id, source_key]));
  for (const shop of expected.shops) {
    for (const wanted of shop.payment_rows.filter(({ payment_id }) => !rejected.has(String(payment_id)))) {
      const row = rows.find(({ source_key }) => source_key === String(wanted.payment_id));
      const kind = {
        payment: 'payment',
        correction: `correction of ${keys.get(row?.payment_id ?? 0)}`,
        balance: 'correction without payment',
      }[String(row?.kind)];
      const method = row?.kind === 'balance' ? 'Correction Made' : row?.method;
      const day = wanted.day > expected.import_day ? row && dayOf(row.effective_at) : wanted.day;
      same(
        `payment ${wanted.payment_id}`,
        row && [dayOf(row.effective_at), writeDecimal(row.cents), method, kind, row.recorded_by],
        [day, wanted.amount, wanted.method, wanted.kind, wanted.by],
      );
    }
    for (const wanted of shop.invoices) {
      const number = `INV-${shop.imported_as}-${wanted.month.replace('-', '')}`;
      const row = await reader
        .selectFrom('invoices')
        .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
        .where('number', '=', number)
        .where('voided_at', 'is', null)
        .selectAll('invoices')
        .executeTakeFirst();
      const { total_amount, paid, last_paid_at } = wanted.previous;
      same(
        `invoice ${wanted.invoice_id}`,
        row && [
          row.times_printed,
          ...[row.total_cents, row.previous_total_cents, row.previous_paid_cents].map(writeDecimal),
          row.previous_paid_at,
        ],
        [wanted.printed, wanted.total_amount, total_amount ?? '0.00', paid, last_paid_at],
      );
    }
  }
}

async function compareGoods({ reader }: Database, expected: Expected): Promise<void> {
  const prices = await reader.selectFrom('prices').selectAll().execute();
  same('price pairs', prices.length, expected.prices.pairs);
  for (const { id, date, min, max } of expected.prices.some) {
    const row = prices.find((one) => one.id === id);
    same(`price ${id}`, row && [row.date, row.min_cents, row.max_cents], [
      date,
      ...[min, max].map((text) => Math.round(Number(text) * 100)),
    ]);
  }
  const pictures = await reader.selectFrom('images').selectAll().execute();
  for (const { hash, bytes } of pictures) same(`picture ${hash}`, (await sharp(bytes).metadata()).format, 'webp');
  const images = await reader.selectFrom('products').select(['id', 'image_hash']).execute();
  same(
    'products without a picture',
    images.flatMap(({ id, image_hash }) => (image_hash === null ? id : [])).toSorted((a, b) => a - b),
    [6, 7, 8, 9, 12],
  );
  const publications = await reader.selectFrom('publications').selectAll().execute();
  for (const wanted of expected.publications) {
    const row = publications.find(({ id }) => id === wanted.id);
    same(`topic ${wanted.id}`, row?.topic, wanted.topic);
    const isChanged = expected.findings.some(
      ({ table, id, code }) => table === 'publications' && id === String(wanted.id) && code === 'control_characters',
    );
    if (!isChanged)
      same(
        `description ${wanted.id}`,
        createHash('sha256')
          .update(row?.description ?? '')
          .digest('hex'),
        wanted.description_sha256,
      );
    same(`picture of publication ${wanted.id}`, row?.image_hash !== null, wanted.image !== null);
  }
}

async function compareTickets({ reader }: Database, { tickets }: Expected): Promise<void> {
  const sums = await reader.selectFrom('ticket_sums').selectAll().execute();
  const shown = (subject: string) =>
    sorted(
      sums
        .filter((sum) => sum.subject === subject)
        .map(({ day, kind, tickets: count, cents: sum }) => [`${day} ${kind}`, `${count} for ${writeDecimal(sum)}`]),
    );
  same('sanitation', shown('sanitation'), sorted(Object.entries(tickets.sanitation_by_colombo_day_and_price)));
  same('vehicles', shown('vehicle'), sorted(Object.entries(tickets.vehicle_by_colombo_day_and_type)));
}

async function comparePasswords({ reader }: Database, { accounts }: Expected): Promise<void> {
  for (const { email, role, password } of accounts) {
    const row = await reader
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    same(`account ${email}`, row && [row.role, await verifyPassword(row.password_hash, password)], [role, true]);
  }
}

/** Compares the net amount of each shop's next invoice: arrears and fines, less the previous balance. */
async function compareNextInvoices(database: Database, { shops }: Expected, now: Instant): Promise<void> {
  for (const { imported_as, next_invoice } of shops) {
    const amounts = await database.dryRun((tx) => generateNext(tx, { shopId: imported_as, now }));
    const net = Math.round(
      (Number(next_invoice.total_arrears) + Number(next_invoice.fines) - Number(next_invoice.previous_balance)) * 100,
    );
    same(`next invoice of ${imported_as}`, amounts, net);
  }
}

async function generateNext(tx: Writer, { shopId, now }: { shopId: string; now: Instant }): Promise<number> {
  const tenancies = await tx
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .where('shops.shop_id', '=', shopId)
    .orderBy('tenancies.id')
    .select(['tenancies.id', 'tenancies.ended_on', 'balance_cents'])
    .execute();
  const unpaid = await tx
    .selectFrom('charges')
    .where(
      'tenancy_id',
      'in',
      tenancies.map(({ id }) => id),
    )
    .select(['tenancy_id', 'cents', 'paid_cents', 'invoice_id'])
    .execute();
  const dueOf = (id: number) =>
    sumCents(unpaid.flatMap((one) => (one.tenancy_id === id ? cents(one.cents - one.paid_cents) : [])));
  const last = tenancies.at(-1);
  let net = 0;
  for (const { id, ended_on, balance_cents } of tenancies) {
    if (id !== last?.id || ended_on !== null) {
      net += dueOf(id) - balance_cents;
      continue;
    }
    const context = { actor: 'check:legacy', now, requestId: 'check' };
    const billed = await tx
      .selectFrom('invoices')
      .where('tenancy_id', '=', id)
      .select(({ fn }) => fn.max('month').as('month'))
      .executeTakeFirst();
    const month = monthOf(day(billed?.month && billed.month >= '2026-12' ? '2027-01-01' : '2026-12-01'));
    const acting = { ...context, now: instantFrom(`${month}-01T08:30:00`) };
    const { invoices, invoiceId } = await generateInvoice(tx, acting, { shopId, month });
    const made = invoices.find((invoice) => invoice.id === invoiceId);
    net += (made?.total_arrears_cents ?? 0) + (made?.fines_cents ?? 0) - (made?.previous_balance_cents ?? 0);
  }
  return net;
}
