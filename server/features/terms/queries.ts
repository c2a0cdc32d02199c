import type { Selectable } from 'kysely';
import type { Day, Month } from '#billing/calendar.ts';
import type { DatedTerm, Term } from '#billing/terms.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** Amounts in whole cents, or in basis points for the VAT rate. */
export type TermAmounts = Partial<Record<Term, number>>;

export async function findCurrentTenancyId(db: Reader, shopRowId: number): Promise<number | undefined> {
  const tenancy = db
    .selectFrom('tenancies')
    .select('id')
    .where('shop_id', '=', shopRowId)
    .where('ended_on', 'is', null);
  return (await tenancy.executeTakeFirst())?.id;
}

export async function listBilledMonths(db: Reader, tenancyId: number, from: Month): Promise<Month[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('month')
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'invoice')
    .where('voided_at', 'is', null)
    .where('month', '>=', from)
    .execute();
  return rows.flatMap(({ month }) => month ?? []);
}

export async function listTerms(db: Reader, tenancyId: number): Promise<DatedTerm[]> {
  const rows = await db.selectFrom('terms').selectAll().where('tenancy_id', '=', tenancyId).orderBy('id').execute();
  return rows.map(readTerm);
}

export async function listTermsByTenancy(db: Reader): Promise<Map<number, DatedTerm[]>> {
  const rows = await db.selectFrom('terms').selectAll().orderBy('id').execute();
  const grouped = Map.groupBy(rows, ({ tenancy_id }) => tenancy_id);
  return new Map([...grouped].map(([id, terms]) => [id, terms.map(readTerm)]));
}

function readTerm({ id, term, valid_from: validFrom, amount }: Selectable<Tables['terms']>): DatedTerm {
  return { id, term, validFrom, amount };
}

export async function insertTerms(
  tx: Writer,
  context: ActionContext,
  {
    tenancyId,
    validFrom,
    amounts,
    reason,
  }: { tenancyId: number; validFrom: Day; amounts: TermAmounts; reason: string },
): Promise<void> {
  const rows = Object.entries(amounts).map(([term, amount]) => ({
    tenancy_id: tenancyId,
    term: term as Term,
    valid_from: validFrom,
    amount,
    reason,
    set_at: context.now,
    set_by: context.actor,
  }));
  if (rows.length > 0) await tx.insertInto('terms').values(rows).execute();
}
