import { type Day, dayOf, type Month } from '#billing/calendar.ts';
import { unpaidOfCharge } from '#billing/ledger.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import { isEmptyMark, withoutEmptyMark } from '#contract/empty-marks.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry, linkLedgerEntries } from '../ledger/queries.ts';
import { recomputeLedger } from '../ledger/recompute-ledger.ts';
import { insertShop } from '../shops/queries.ts';
import { NO_TERMS } from '../tenants/edited-tenant.ts';
import { insertTenancy, type TenancyRow } from '../tenants/queries.ts';
import { insertTenant, joinSameTenants } from '../tenants/same-tenant.ts';
import { unexplainedPart } from './explain-adjustment.ts';
import { dumpFault } from './findings.ts';
import { cleanLine, type DueByKind, type ImportWorld } from './import-world.ts';
import { type LegacyRow, sameId } from './legacy-tables.ts';
import { firstDayOfInvoice, type PlannedInvoice, planInvoices } from './plan-charges.ts';
import { type PlannedMoney, planMoney, readInstant, UNKNOWN_ACTOR } from './plan-payments.ts';
import { divideTenancies, findAnswer, type PlannedTenancy, placeOfDay, type TenancyAnswer } from './plan-tenancies.ts';
import {
  listDeleted,
  type PreviousMonth,
  rateOfInvoice,
  type TenancyHistory,
  termsOfShop,
  writeDeletedInvoice,
  writeInvoiceEntry,
  writeMoneyEntry,
  writeOpening,
  writeRemovedFine,
  writeTerms,
} from './write-entries.ts';

const NONE = cents(0);

interface Standing {
  due: DueByKind;
  balance: Cents;
}

export interface TenancyReport {
  tenancyId: number;
  tenantId: number | null;
  name: string;
  from: Day;
  to: Day | null;
  legacy: Standing;
  ours: Standing;
  payments: Cents;
  forgiven: Cents;
  transferredIn: Cents;
  adjustment: Cents;
}

export interface ShopReport {
  shopId: string;
  importedAs: string;
  tenancies: TenancyReport[];
  /** The part of the adjustments that nothing in the dump explains. */
  unexplained: Cents;
  /** What a person must confirm about the shop's tenants, with the tenancies assumed; undefined if nothing. */
  asked: TenancyAnswer | undefined;
}

export async function importLegacyShops(world: ImportWorld): Promise<ShopReport[]> {
  noteOrphans(world);
  const reports: ShopReport[] = [];
  const shops = [...world.market.rows('shops')];
  for (const shop of shops) {
    world.onProgress({ step: 'shops', done: reports.length, total: shops.length });
    reports.push(await importShop(world, shop));
  }
  await joinSameTenants(
    world.tx,
    reports.flatMap(({ tenancies }) => tenancies.map(({ tenancyId }) => tenancyId)),
  );
  return reports;
}

/** Adds a finding for each row that refers to a missing shop or invoice. The finding rejects the row. */
function noteOrphans({ market, findings }: ImportWorld): void {
  for (const row of market.orphans('invoices', 'same_shop'))
    findings.add(['invoices', row.invoice_id], 'orphan', row.shop_id);
  for (const row of market.orphans('tenants', 'same_shop'))
    findings.add(['tenants', row.tenant_id], 'orphan', row.shop_id);
  for (const row of market.orphans('shop_balances', 'same_shop'))
    findings.add(['shop_balances', row.shop_id], 'orphan', writeDecimal(row.balance_amount ?? NONE));
  for (const row of market.orphans('payments', 'same_shop'))
    findings.add(['payments', row.payment_id], 'orphan', `${row.shop_id} ${writeDecimal(row.amount_paid)}`);
  for (const row of market.orphans('rents', 'same_invoice'))
    findings.add(['rents', row.rent_id], 'orphan', `${row.shop_id} ${row.invoice_id}`);
  for (const row of market.orphans('operation_fees', 'same_invoice'))
    findings.add(['operation_fees', row.operation_fee_id], 'orphan', `${row.shop_id} ${row.invoice_id}`);
  for (const row of market.orphans('vat', 'same_invoice'))
    findings.add(['vat', row.vat_id], 'orphan', `${row.shop_id} ${row.invoice_id}`);
  for (const row of market.orphans('fines', 'same_invoice'))
    findings.add(['fines', row.fine_id], 'orphan', `${row.shop_id} ${row.invoice_id}`);
}

async function importShop(world: ImportWorld, shop: LegacyRow<'shops'>): Promise<ShopReport> {
  const { market, findings, context } = world;
  const shopId = chooseShopId(world, shop);
  await writeShop(world, shop, shopId);
  const invoices = planInvoices(world, shop.shop_id);
  const moneys = planMoney(market, shop.shop_id, findings);
  noteUnknownInvoices(world, moneys, invoices);
  const balance = market.find('shop_balances', { shop: shop.shop_id })?.balance_amount ?? NONE;
  const dated = [...invoices.map(firstDayOfInvoice), ...moneys.map(({ day }) => day)].toSorted();
  const days = dated.length === 0 && balance !== 0 ? [dayOf(context.now)] : dated;
  const tenants = [...market.rows('tenants', { shop: shop.shop_id })];
  const answer = findAnswer(world.answers, shop.shop_id);
  const facts = { shop, tenants, days, now: context.now };
  const { tenancies, asked, questions } = divideTenancies(facts, answer, findings);
  if (tenancies.length === 0 && days.length > 0)
    throw dumpFault('answers', { shop: shop.shop_id, reason: apiMessage('imports.dump.row.no_tenant') });
  const parts = tenancies.map((tenancy, at) => ({
    tenancy,
    invoices: invoices.filter((invoice) => placeOfDay(tenancies, firstDayOfInvoice(invoice)) === at),
    moneys: moneys.filter(({ day }) => placeOfDay(tenancies, day) === at),
    balance: at === tenancies.length - 1 ? balance : NONE,
  }));
  const reports = await writeLedgers(world, { shop, shopId, parts, invoices });
  const records = { shopId: shop.shop_id, invoices, moneys, deleted: listDeleted(world, shop.shop_id) };
  const adjustment = sumCents(reports.map((report) => report.adjustment));
  const unexplained = unexplainedPart(market, records, adjustment);
  if (unexplained !== 0) {
    const detail = `${writeDecimal(unexplained)} of ${writeDecimal(adjustment)}`;
    findings.add(['shops', shop.shop_id], 'unexplained_adjustment', detail);
  }
  return {
    shopId: shop.shop_id,
    importedAs: shopId,
    tenancies: reports,
    unexplained,
    asked: questions.length > 0 ? { shop_id: shop.shop_id, questions, tenants: asked } : undefined,
  };
}

/** Returns a new id for a shop, with only letters, digits and hyphens. */
function chooseShopId({ shopIds, findings, market }: ImportWorld, { shop_id }: LegacyRow<'shops'>): string {
  const plain = shop_id.trim().replaceAll(/[^A-Za-z0-9-]/gu, '-') || '-';
  const isOther = (id: string) =>
    [...shopIds.values()].some((one) => sameId(one) === sameId(id)) ||
    (id !== shop_id && market.find('shops', { shop: id }) !== undefined);
  let id = plain;
  for (let number = 2; isOther(id); number += 1) id = `${plain}-${number}`;
  if (id !== shop_id) findings.add(['shops', shop_id], 'shop_id_changed', id);
  shopIds.set(sameId(shop_id), id);
  return id;
}

async function writeShop(world: ImportWorld, shop: LegacyRow<'shops'>, shopId: string): Promise<void> {
  const { tx, context, became } = world;
  const key = shop.shop_id;
  const line = (column: string, text: string, most: number) =>
    cleanLine(world, text, { table: 'shops', key, column, most, instead: shopId });
  const added = await insertShop(tx, {
    shop_id: shopId,
    shop_name: line('shop_name', shop.shop_name, 80),
    location: line('location', shop.location, 120),
    ...termsOfShop(world, shop),
    created_at: shop.createdAt ?? shop.updatedAt ?? context.now,
    updated_at: shop.updatedAt ?? shop.createdAt ?? context.now,
  });
  if (!added) throw dumpFault('row_twice', { table: 'shops', key });
  became.push({ table: 'shops', key, name: 'shops', id: added.id });
}

function noteUnknownInvoices(
  { findings }: ImportWorld,
  moneys: readonly PlannedMoney[],
  invoices: readonly PlannedInvoice[],
): void {
  const known = new Set(invoices.map(({ row }) => sameId(row.invoice_id)));
  for (const money of moneys) {
    const isVoid = money.kind === 'payment' && money.deleted !== null;
    if (money.invoiceId === null || isVoid || money.paymentId === null || known.has(sameId(money.invoiceId))) continue;
    findings.add(['payments', money.paymentId], 'unknown_invoice', money.invoiceId);
  }
}

interface Part {
  tenancy: PlannedTenancy;
  invoices: PlannedInvoice[];
  moneys: PlannedMoney[];
  balance: Cents;
}

interface ShopParts {
  shop: LegacyRow<'shops'>;
  shopId: string;
  parts: readonly Part[];
  invoices: readonly PlannedInvoice[];
}

interface OpenPart extends Part {
  before: LoadedLedger;
  history: TenancyHistory;
  payments: Cents;
  forgiven: Cents;
  paid: Cents;
  transferredIn: Cents;
}

async function writeLedgers(
  world: ImportWorld,
  { shop, shopId, parts, invoices }: ShopParts,
): Promise<TenancyReport[]> {
  const { tx, context } = world;
  const open: OpenPart[] = [];
  for (const part of parts) {
    const tenancy = await writeTenancy(world, shop, part);
    const before = await loadLedgerForUpdate(tx, shopId, tenancy.id);
    const history: TenancyHistory = { tenancy, shopId, payments: new Map(), invoices: new Map() };
    const charges = part.invoices.flatMap((invoice) => invoice.charges);
    open.push({
      ...part,
      before,
      history,
      payments: sumCents(
        part.moneys.flatMap((money) => (money.kind === 'payment' && money.deleted ? [] : money.cents)),
      ),
      forgiven: sumCents(charges.map((charge) => charge.forgivenCents)),
      paid: sumCents(charges.map((charge) => charge.paidCents)),
      transferredIn: NONE,
    });
  }
  await writeHistory(world, { shop, shopId, parts: open, invoices });
  await writeTransfers(world, open);
  const reports: TenancyReport[] = [];
  for (const part of open) {
    const adjustment = cents(restOf(part) - part.transferredIn);
    await writeOpening(world, part.history, { ...part, adjustment });
    const { ledger } = await recomputeLedger(tx, context, {
      before: part.before,
      fined: [...part.history.invoices.values()],
    });
    const ours = ledger.invoices.flatMap(({ charges }) =>
      charges.map((charge) => ({ ...charge, due: unpaidOfCharge(charge) })),
    );
    const theirs = part.invoices.flatMap(({ charges }) =>
      charges.map((charge) => ({ ...charge, due: cents(charge.cents - charge.paidCents) })),
    );
    reports.push({
      tenancyId: part.history.tenancy.id,
      tenantId: part.tenancy.tenantId,
      name: part.tenancy.name,
      from: part.tenancy.from,
      to: part.tenancy.to,
      legacy: { due: dueByKind(theirs), balance: part.balance },
      ours: { due: dueByKind(ours), balance: ledger.balanceCents },
      payments: part.payments,
      forgiven: part.forgiven,
      transferredIn: part.transferredIn,
      adjustment,
    });
  }
  noteCredit(world, shop, reports);
  return reports;
}

/** Returns the sum of the paid charges and the balance, less the payments and the forgiven amounts. */
function restOf({ paid, balance, payments, forgiven }: OpenPart): number {
  return paid + balance - payments - forgiven;
}

function dueByKind(charges: readonly { kind: string; due: Cents }[]): DueByKind {
  const of = (kind: string) => sumCents(charges.flatMap((charge) => (charge.kind === kind ? charge.due : [])));
  return { VAT: of('VAT'), OperationFee: of('OperationFee'), Rent: of('Rent'), Fine: of('Fine') };
}

function noteCredit({ findings }: ImportWorld, shop: LegacyRow<'shops'>, reports: readonly TenancyReport[]): void {
  const used = reports.map(
    ({ legacy, ours }) => sumCents(Object.values(legacy.due)) - sumCents(Object.values(ours.due)),
  );
  const credit = cents(used.reduce((sum, one) => sum + one, 0));
  if (credit > 0) findings.add(['shops', shop.shop_id], 'credit_beside_due_charges', writeDecimal(credit));
}

async function writeTenancy(
  world: ImportWorld,
  shop: LegacyRow<'shops'>,
  { tenancy, invoices }: Part,
): Promise<TenancyRow> {
  const { tx, context, became, findings } = world;
  const key = tenancy.tenantId ?? 0;
  const line = (column: string, text: string, most: number) =>
    tenancy.tenantId === null ? text : cleanLine(world, text, { table: 'tenants', key, column, most });
  if (tenancy.tenantId !== null && isEmptyMark(tenancy.email ?? '')) findings.add(['tenants', key], 'no_email');
  const row = await insertTenancy(tx, {
    shop_id: (await loadShopRow(world, shop)).id,
    tenant_id: await insertTenant(tx, context.now),
    ...NO_TERMS,
    name: line('name', tenancy.name, 120),
    contact: line('contact', tenancy.contact, 60),
    address: line('address', tenancy.address, 200),
    email: withoutEmptyMark(tenancy.email?.trim() ?? '') || null,
    started_on: tenancy.from,
    ended_on: tenancy.to,
    balance_cents: NONE,
    balance_at: context.now,
    created_at: tenancy.createdAt,
    updated_at: tenancy.createdAt,
  });
  if (tenancy.tenantId !== null) became.push({ table: 'tenants', key: String(key), name: 'tenancies', id: row.id });
  await writeTerms(world, { shop, tenancyId: row.id, tenancy, invoices });
  return row;
}

async function loadShopRow({ tx, shopIds }: ImportWorld, { shop_id }: LegacyRow<'shops'>): Promise<{ id: number }> {
  return tx
    .selectFrom('shops')
    .select('id')
    .where('shop_id', '=', shopIds.get(sameId(shop_id)) ?? '')
    .executeTakeFirstOrThrow();
}

/** Writes the invoices, payments and deletions of all tenancies of a shop in the order in which they were recorded. */
async function writeHistory(
  world: ImportWorld,
  {
    shop,
    parts,
    invoices,
  }: { shop: LegacyRow<'shops'>; shopId: string; parts: readonly OpenPart[]; invoices: readonly PlannedInvoice[] },
): Promise<void> {
  const { market } = world;
  const tenancies = parts.map(({ tenancy }) => tenancy);
  const previous = previousMonths(world, shop, invoices);
  const makers = new Map<string, string>();
  for (const event of market.rows('audit_trail', { shop: shop.shop_id }))
    if (event.event_type === 'Invoice Generated' && event.invoice_id !== null)
      makers.set(sameId(event.invoice_id), event.user_actioned);
  const steps: { at: string; write: () => Promise<void> }[] = [];
  for (const { invoices: own, moneys, history } of parts) {
    for (const invoice of own) {
      const key = sameId(invoice.row.invoice_id);
      const details = {
        invoice,
        previous: previous.get(invoice.month) ?? { totalCents: NONE, paidCents: NONE, paidAt: null },
        by: makers.get(key) ?? UNKNOWN_ACTOR,
        vatRate: rateOfInvoice(invoice.row, shop),
      };
      steps.push({ at: invoice.generatedAt, write: () => writeInvoiceEntry(world, history, details) });
    }
    for (const money of moneys)
      steps.push({ at: money.recordedAt, write: () => writeMoneyEntry(world, history, money) });
  }
  for (const deleted of listDeleted(world, shop.shop_id)) {
    const at = dayOf(readInstant(deleted.row.month_year) ?? deleted.event.event_date);
    const owner =
      deleted.kind === 'invoice'
        ? parts[placeOfDay(tenancies, at)]
        : parts.find((part) =>
            part.invoices.some(({ row }) => sameId(row.invoice_id) === sameId(String(deleted.row.invoice_id))),
          );
    const write = deleted.kind === 'invoice' ? writeDeletedInvoice : writeRemovedFine;
    if (owner) steps.push({ at: deleted.event.event_date, write: () => write(world, owner.history, deleted) });
  }
  for (const step of steps.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)))
    await step.write();
}

/** Returns, by the month of each invoice, what the previous system showed about the month before it. */
function previousMonths(
  { market }: ImportWorld,
  shop: LegacyRow<'shops'>,
  invoices: readonly PlannedInvoice[],
): Map<Month, PreviousMonth> {
  const paid = [...market.rows('payments', { shop: shop.shop_id })];
  return new Map(
    invoices.map(({ month, row }, at) => {
      const before = invoices[at - 1]?.row;
      const within = paid.flatMap(({ payment_date: date, amount_paid }) =>
        before && date !== null && date >= before.month_year && date < row.month_year
          ? [{ date, cents: amount_paid }]
          : [],
      );
      const paidAt =
        within
          .map(({ date }) => date)
          .toSorted()
          .at(-1) ?? null;
      return [
        month,
        { totalCents: before?.total_amount ?? NONE, paidCents: sumCents(within.map((one) => one.cents)), paidAt },
      ];
    }),
  );
}

/** Writes a pair of entries for each amount that one tenancy paid for charges of another. */
async function writeTransfers({ tx, context }: ImportWorld, parts: OpenPart[]): Promise<void> {
  for (const receiver of parts) {
    for (const giver of parts) {
      const lacks = restOf(receiver) - receiver.transferredIn;
      const has = giver.transferredIn - restOf(giver);
      const amount = cents(Math.min(lacks, has));
      if (amount <= 0) continue;
      const entry = { kind: 'transfer', effective_at: context.now, note: message('ledger.imported.transfer') } as const;
      const from = await insertLedgerEntry(tx, context, {
        ...entry,
        tenancy: giver.history.tenancy,
        cents: cents(-amount),
      });
      const to = await insertLedgerEntry(tx, context, {
        ...entry,
        tenancy: receiver.history.tenancy,
        cents: amount,
        linked_id: from,
      });
      await linkLedgerEntries(tx, from, to);
      receiver.transferredIn = cents(receiver.transferredIn + amount);
      giver.transferredIn = cents(giver.transferredIn - amount);
    }
  }
}
