import { type Kysely, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { fold } from '#billing/fold.ts';
import type { InvoiceActionEntry, LedgerEntry } from '#billing/ledger-entries.ts';
import { cents } from '#billing/money.ts';
import { FIRST_RENT_RULES } from '#billing/rent-rules.ts';
import { divideMoney, type Transfer } from './divide-money.ts';
import { type OldEntry, type OldInvoice, type OldShop, type Plan, selectRows } from './plan-shops.ts';

const TRANSFER_NOTE = 'The ledger of the shop was divided among its tenancies.';
const BY = 'system';

export async function moveMoney(db: Kysely<never>, { shop, owners, entries, tenancies }: Plan): Promise<Transfer[]> {
  const allocations = await selectRows<{ invoice_id: number; cause_id: number; cents: number }>(
    db,
    sql`select invoice_id, cause_id, cents from old_allocations where shop_id = ${shop.id}`,
  );
  const standing = entries.filter(({ voided_at }) => voided_at === null);
  const { balances, transfers } = divideMoney(standing, owners, allocations);
  const recordedAt = latest(entries.map((entry) => entry.recorded_at)) ?? shop.updated_at;
  for (const transfer of transfers) await insertTransfer(db, { ...transfer, shop, recordedAt });
  for (const { id } of tenancies) {
    await sql`update tenancies set balance_cents = ${balances.get(id) ?? 0} where id = ${id}`.execute(db);
    if (transfers.length > 0) await storeAllocations(db, shop, id);
  }
  return transfers;
}

async function insertTransfer(
  db: Kysely<never>,
  {
    from,
    to,
    cents: amount,
    at,
    causeId,
    isBefore,
    shop,
    recordedAt,
  }: Transfer & { shop: OldShop; recordedAt: Instant },
): Promise<void> {
  const insert = async (half: { tenancy: number; signed: number; place: number; linked: number | null }) => {
    const { tenancy, signed, place, linked } = half;
    const { rows } = await sql<{
      id: number;
    }>`insert into ledger_entries (tenancy_id, shop_id, kind, effective_at, cents,
        linked_id, place, note, recorded_at, recorded_by)
      values (${tenancy}, ${shop.id}, 'transfer', ${at}, ${signed}, ${linked}, ${place}, ${TRANSFER_NOTE}, ${recordedAt}, ${BY})
      returning id`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const out = await insert({ tenancy: from, signed: -amount, place: isBefore ? causeId - 1 : causeId, linked: null });
  const back = await insert({ tenancy: to, signed: amount, place: causeId, linked: out });
  await sql`update ledger_entries set linked_id = ${back} where id = ${out}`.execute(db);
}

/** The causes of allocations change where a transfer brought the money; their amounts may not. */
async function storeAllocations(db: Kysely<never>, shop: OldShop, tenancyId: number): Promise<void> {
  const ledger = fold(await readEntries(db, tenancyId));
  const before = await paidAmounts(db, tenancyId);
  for (const invoice of ledger.invoices) {
    for (const { kind, paidCents } of invoice.charges) {
      if (before.get(`${invoice.id} ${kind}`) !== paidCents)
        throw new Error(`the ledger of shop ${shop.shop_id} cannot be divided: ${kind} of invoice ${invoice.id}`);
    }
  }
  await sql`delete from allocations where tenancy_id = ${tenancyId}`.execute(db);
  for (const row of ledger.allocations) {
    await sql`insert into allocations (tenancy_id, shop_id, invoice_id, kind, line, cause_id, cents, allocated_at)
      values (${tenancyId}, ${shop.id}, ${row.invoiceId}, ${row.kind}, 0, ${row.causeId}, ${row.cents}, ${row.at})`.execute(
      db,
    );
  }
}

async function paidAmounts(db: Kysely<never>, tenancyId: number): Promise<Map<string, number>> {
  const rows = await selectRows<{ invoice_id: number; kind: string; paid_cents: number }>(
    db,
    sql`select invoice_id, kind, paid_cents from charges where tenancy_id = ${tenancyId}`,
  );
  return new Map(rows.map((row) => [`${row.invoice_id} ${row.kind}`, row.paid_cents]));
}

async function readEntries(db: Kysely<never>, tenancyId: number): Promise<LedgerEntry[]> {
  const rows = await selectRows<OldEntry & { place: number | null } & Omit<OldInvoice, 'id'>>(
    db,
    sql`select e.*, i.generated_at, i.rent_cents, i.operation_fee_cents, i.vat_cents
      from ledger_entries e left join invoices i on i.id = e.id
      where e.tenancy_id = ${tenancyId} and e.voided_at is null order by e.id`,
  );
  return rows.map((row) => {
    const { id, kind, effective_at: at } = row;
    const base = { id, at };
    if (kind === 'invoice') {
      const bill = { rentCents: cents(row.rent_cents), operationFeeCents: cents(row.operation_fee_cents) };
      return {
        ...base,
        kind,
        month: row.month,
        generatedAt: row.generated_at,
        ...bill,
        vatCents: cents(row.vat_cents),
        ...FIRST_RENT_RULES,
      };
    }
    if (kind === 'correction') return { ...base, kind, cents: cents(row.cents), paymentId: row.payment_id ?? 0 };
    if (kind === 'payment' || kind === 'balance' || kind === 'transfer')
      return { ...base, kind, cents: cents(row.cents), ...(row.place !== null && { place: row.place }) };
    if (isInvoiceAction(kind)) return { ...base, kind, invoiceId: row.invoice_id ?? 0 };
    throw new Error(`the release before knew no ${kind}`);
  });
}

function isInvoiceAction(kind: LedgerEntry['kind']): kind is InvoiceActionEntry['kind'] {
  return ['fine applied', 'fine removed', 'invoice arrested', 'fine arrested'].includes(kind);
}

function latest<Time extends string>(times: readonly Time[]): Time | undefined {
  return times.reduce<Time | undefined>((last, time) => (last !== undefined && last > time ? last : time), undefined);
}
