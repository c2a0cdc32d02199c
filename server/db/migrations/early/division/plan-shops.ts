import { type Kysely, sql } from 'kysely';
import { type Day, dayOf, firstDayOf, type Instant, type Month } from '#billing/calendar.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import type { MoneyEntry } from './divide-money.ts';

interface OldTenant {
  id: number;
  created_at: Instant;
  ended_at: Instant | null;
}

export interface OldEntry extends MoneyEntry {
  shop_id: number;
  kind: LedgerEntry['kind'];
  invoice_id: number | null;
  tenant_id: number | null;
  recorded_at: Instant;
  voided_at: Instant | null;
}

export interface OldInvoice {
  id: number;
  month: Month;
  generated_at: Instant;
  rent_cents: number;
  operation_fee_cents: number;
  vat_cents: number;
  vat_rate_basis_points: number;
}

export interface OldShop {
  id: number;
  shop_id: string;
  balance_cents: number;
  balance_at: Instant;
  rent_cents: number;
  operation_fee_cents: number;
  vat_rate_basis_points: number;
  updated_at: Instant;
}

interface Tenancy {
  id: number;
  /** Not one of the old tenants. */
  isMade: boolean;
  startedOn: Day;
  endedOn: Day | null;
}

export interface Plan {
  shop: OldShop;
  tenancies: Tenancy[];
  /** The tenancy of each entry. */
  owners: Map<number, number>;
  entries: OldEntry[];
}

export async function planDivision(db: Kysely<never>): Promise<Plan[]> {
  const shops = await selectRows<OldShop>(
    db,
    sql`select shops.*, old_shops.balance_cents, old_shops.balance_at
    from shops join old_shops on old_shops.id = shops.id order by shops.id`,
  );
  const tenants = Map.groupBy(
    await selectRows<OldTenant & { shop_id: number }>(db, sql`select * from old_tenants order by created_at, id`),
    ({ shop_id }) => shop_id,
  );
  const entries = Map.groupBy(
    await selectRows<OldEntry>(db, sql`select * from old_facts order by effective_at, id`),
    ({ shop_id }) => shop_id,
  );
  const months = new Map(
    (await selectRows<OldInvoice>(db, sql`select * from old_invoices`)).map(({ id, month }) => [id, month]),
  );
  let made = Math.max(0, ...[...tenants.values()].flat().map(({ id }) => id));
  return shops.map((shop) => {
    const own = { shop, tenants: tenants.get(shop.id) ?? [], entries: entries.get(shop.id) ?? [], months };
    const plan = planShop(own, made + 1);
    if (plan.tenancies.some(({ isMade }) => isMade)) made += 1;
    return plan;
  });
}

function planShop(
  own: { shop: OldShop; tenants: OldTenant[]; entries: OldEntry[]; months: ReadonlyMap<number, Month> },
  nextId: number,
): Plan {
  const { shop, tenants, entries, months } = own;
  const owners = new Map<number, number>();
  const tenantAt = (at: Instant) => tenants.findLast(({ created_at }) => created_at <= at)?.id ?? nextId;
  for (const entry of entries) {
    if (entry.payment_id !== null || isAboutInvoice(entry)) continue;
    const at = entry.kind === 'invoice' ? entry.recorded_at : entry.effective_at;
    owners.set(entry.id, entry.tenant_id ?? tenantAt(at));
  }
  for (const entry of entries) {
    const of = entry.payment_id ?? (isAboutInvoice(entry) ? entry.invoice_id : null);
    if (of !== null) owners.set(entry.id, owners.get(of) ?? nextId);
  }
  const daysOf = (id: number) =>
    entries
      .filter((entry) => owners.get(entry.id) === id)
      .map((entry) => {
        const month = months.get(entry.id);
        return month ? firstDayOf(month) : dayOf(entry.effective_at);
      });
  const tenancies: Tenancy[] = [];
  const add = (id: number, begun: Instant | undefined, ended: Instant | null) => {
    const previousEnd = tenancies.at(-1)?.endedOn ?? undefined;
    const begins = earliest([...(begun === undefined ? [] : [dayOf(begun)]), ...daysOf(id)]) ?? dayOf(shop.updated_at);
    const startedOn = previousEnd !== undefined && previousEnd > begins ? previousEnd : begins;
    const lastDay = ended === null ? null : dayOf(ended);
    const endedOn = lastDay !== null && lastDay < startedOn ? startedOn : lastDay;
    tenancies.push({ id, isMade: begun === undefined, startedOn, endedOn });
  };
  const [first] = tenants;
  if ([...owners.values()].includes(nextId)) {
    const lastEntry = entries.findLast((entry) => owners.get(entry.id) === nextId);
    add(nextId, undefined, first?.created_at ?? lastEntry?.effective_at ?? shop.updated_at);
  }
  for (const { id, created_at, ended_at } of tenants) add(id, created_at, ended_at);
  return { shop, tenancies, owners, entries };
}

function isAboutInvoice({ kind }: OldEntry): boolean {
  return ['fine applied', 'fine removed', 'invoice arrested', 'fine arrested'].includes(kind);
}

function earliest(days: readonly Day[]): Day | undefined {
  return days.reduce<Day | undefined>((first, day) => (first !== undefined && first < day ? first : day), undefined);
}

export async function selectRows<Row>(db: Kysely<never>, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}
