import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { findEntry } from '../directory/queries.ts';
import { findTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';
import { listOtherTenancies } from '../tenants/same-tenant.ts';
import {
  listClaimsOfTenant,
  listEventsOfTenant,
  listInvoicesOfTenant,
  listMailsOfTenant,
  listPageVisitsOfTenant,
  listPaymentsOfTenant,
  listRemindersOfTenant,
  listRentMessagesOfTenant,
  listWalksOfTenant,
} from './queries.ts';

export type LoadedPersonalData = Awaited<ReturnType<typeof loadPersonalData>>;
export type LoadedTenancyData = LoadedPersonalData['own'];

/** Loads the personal data of a tenant: of the given tenancy, and of the others of the same tenant. */
export async function loadPersonalData(db: Reader, id: number) {
  const tenancy = await findTenancy(db, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const others: Awaited<ReturnType<typeof loadTenancyData>>[] = [];
  const { listed, isShortened } = await listDownloadedOthers(db, tenancy);
  for (const other of listed) others.push(await loadTenancyData(db, other));
  return { own: await loadTenancyData(db, tenancy), others, isShortened };
}

/** The maximum number of other tenancies in a download. Nobody has had as many shops of one market. */
const MOST_OTHERS = 200;

/** Lists the other tenancies of the same tenant that a download of personal data contains. */
export async function listDownloadedOthers(db: Reader, tenancy: TenancyOfShopRow) {
  const others = await listOtherTenancies(db, tenancy);
  return { listed: others.slice(0, MOST_OTHERS), isShortened: others.length > MOST_OTHERS };
}

async function loadTenancyData(db: Reader, tenancy: TenancyOfShopRow) {
  const { id } = tenancy;
  return {
    tenancy,
    invoices: await listInvoicesOfTenant(db, id),
    payments: await listPaymentsOfTenant(db, id),
    emails: await listMailsOfTenant(db, id),
    reminders: await listRemindersOfTenant(db, id),
    claims: await listClaimsOfTenant(db, id),
    directory: await findEntry(db, id),
    rent_messages: await listRentMessagesOfTenant(db, id),
    walks: await listWalksOfTenant(db, id),
    page_visits: await listPageVisitsOfTenant(db, id),
    audit_log: await listEventsOfTenant(db, tenancy),
  };
}
