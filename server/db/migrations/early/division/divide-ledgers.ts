import { type Kysely, sql } from 'kysely';
import { copyLedgers, copyTenancies, copyTerms } from './copy-ledgers.ts';
import { moveMoney } from './move-money.ts';
import { planDivision } from './plan-shops.ts';

/** Shops with transfers: a list of `DividedShop`. */
const DIVISION_REPORT = 'tenancies-migration';

export interface DividedShop {
  shop: string;
  transfers: number;
  cents: number;
}

/**
 * The data of migration 0008: divides the ledger of each shop among its tenancies. Every charge keeps what was paid to
 * it. Where money of one tenancy paid a charge or filled a debt of another, a pair of transfers records it.
 */
export async function divideLedgers(db: Kysely<never>): Promise<void> {
  const plans = await planDivision(db);
  await copyTenancies(db, plans);
  await copyLedgers(db, plans);
  await copyTerms(db, plans);
  const report: DividedShop[] = [];
  for (const plan of plans) {
    const transfers = plan.tenancies.length > 1 ? await moveMoney(db, plan) : [];
    if (transfers.length === 0) continue;
    const moved = transfers.reduce((sum, transfer) => sum + transfer.cents, 0);
    report.push({ shop: plan.shop.shop_id, transfers: transfers.length, cents: moved });
  }
  const last = plans[0]?.shop.updated_at;
  if (last !== undefined)
    await sql`insert into settings (name, value, updated_at)
      values (${DIVISION_REPORT}, ${JSON.stringify(report)}, ${last})`.execute(db);
}
