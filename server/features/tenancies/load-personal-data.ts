import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { findTenancy } from '../tenants/queries.ts';
import {
  listEventsOfTenant,
  listInvoicesOfTenant,
  listMailsOfTenant,
  listPaymentsOfTenant,
  listRemindersOfTenant,
} from './queries.ts';

export type LoadedPersonalData = Awaited<ReturnType<typeof loadPersonalData>>;

export async function loadPersonalData(db: Reader, id: number) {
  const tenancy = await findTenancy(db, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  return {
    tenancy,
    invoices: await listInvoicesOfTenant(db, id),
    payments: await listPaymentsOfTenant(db, id),
    emails: await listMailsOfTenant(db, id),
    reminders: await listRemindersOfTenant(db, id),
    audit_log: await listEventsOfTenant(db, tenancy),
  };
}
