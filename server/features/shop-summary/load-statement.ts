import { type Day, dayOf } from '#billing/calendar.ts';
import type { StatementPeriod } from '#billing/statement-period.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Statement } from '#contract/shops.ts';
import type { HowToPay } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { badInput } from '../../http/core/read-request.ts';
import { chooseTenancy, loadLedger } from '../ledger/load-ledger.ts';
import { listVoidPayments } from '../payments/queries.ts';
import { findShop } from '../shops/queries.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import { loadPageAddresses, pageOnPaper } from '../tenant-links/page-link.ts';
import { dueOfTenancy, findTenancy } from '../tenants/queries.ts';
import { presentStatement } from './present.ts';

export interface StatementRequest extends StatementPeriod {
  shopId: string;
  tenancyId?: number | undefined;
}

interface StatementReader {
  now: ActionContext['now'];
  language: Language;
}

interface StatementSource {
  config: AppContext['config'];
  database: AppContext['database'];
  centre: Pick<AppContext['centre'], 'facts'>;
}

export async function loadStatement(
  { config, database, centre }: StatementSource,
  { now, language }: StatementReader,
  { shopId, tenancyId, from, to }: StatementRequest,
): Promise<Statement> {
  requireOrderedPeriod({ from, to });
  return database.snapshot(async (db) => {
    const shop = await findShop(db, shopId);
    if (!shop) throw new Refusal('shop_not_found');
    const tenancy = await chooseTenancy(db, shop, tenancyId);
    const opened = await loadLedger(db, { shop, tenancy });
    const today = dayOf(now);
    const addresses = await loadPageAddresses(db, { config, database }, [tenancy.id]);
    return {
      ...presentStatement(opened, {
        today,
        period: { from, to },
        centre: centre.facts,
        language,
        voidPayments: await listVoidPayments(db, tenancy.id),
        howToPay: await loadHowToPay(db, tenancy.id, today),
      }),
      ...pageOnPaper(addresses, tenancy.id),
    };
  });
}

async function loadHowToPay(db: Reader, tenancyId: number, today: Day): Promise<HowToPay | null> {
  const tenancy = await findTenancy(db, tenancyId);
  if (!tenancy) return null;
  const found = await loadTenancyPayments(db, new Map([[tenancyId, dueOfTenancy(tenancy)]]), today);
  return found.get(tenancyId) ?? null;
}

export function requireOrderedPeriod({ from, to }: StatementPeriod): void {
  if (from && to && to < from) throw badInput([{ field: 'to', message: apiMessage('refusals.period.reversed') }]);
}
