import { addDays, type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { isEmptyMark } from '#contract/empty-marks.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { dumpFault, type Findings, stopAt } from './findings.ts';
import type { LegacyRow } from './legacy-tables.ts';
import { sameId } from './legacy-tables.ts';

export interface PlannedTenancy {
  /** The id of the tenant in the previous system; null if the office supplied the name, or if the tenant is unknown. */
  tenantId: number | null;
  name: string;
  contact: string;
  address: string;
  email: string | null;
  createdAt: Instant;
  from: Day;
  /** The last day; null for the current tenancy. */
  to: Day | null;
}

export type TenantQuestion = 'several_tenants' | 'entries_before_tenant' | 'no_tenant';

/**
 * The office's answer about the tenancies of a shop. It may change their first days, and may name former tenants who
 * have no row in the previous system.
 */
export interface TenancyAnswer {
  shop_id: string;
  questions: TenantQuestion[];
  tenants: { tenant_id: number | null; name: string; from: Day }[];
}

interface ShopFacts {
  shop: LegacyRow<'shops'>;
  tenants: readonly LegacyRow<'tenants'>[];
  /** The days of the shop's invoices and payments, sorted; only today if it has none of these but a balance. */
  days: readonly Day[];
  now: Instant;
}

/**
 * Divides the history of a shop among its tenants. A tenancy begins on the day on which the tenant was recorded, and
 * ends on the day before the next begins. The first tenancy also covers everything earlier. The office's answer
 * replaces the first days.
 *
 * A tenant called `Vacant`, `-` or the like only ends the tenancy before. If invoices or payments are of that time,
 * they belong to an unknown tenant, who is no longer there.
 */
export function divideTenancies(
  { shop, tenants, days, now }: ShopFacts,
  answer: TenancyAnswer | undefined,
  findings: Findings,
): { tenancies: PlannedTenancy[]; asked: TenancyAnswer['tenants']; questions: TenantQuestion[] } {
  const [earliest] = days;
  const rows = new Map(tenants.map((tenant) => [tenant.tenant_id, tenant]));
  const questions = askAbout({ shop, tenants, days }, findings);
  const begins = answer?.tenants ?? beginningsOf(tenants, earliest, shop);
  const ordered = begins.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
  const refuse = (reason: ApiMessage) => dumpFault('answers', { shop: shop.shop_id, reason });
  const planned = ordered.map(({ tenant_id, name, from }, at) => {
    const row = tenant_id === null ? undefined : rows.get(tenant_id);
    if (tenant_id !== null && !row)
      throw refuse(apiMessage('imports.dump.row.other_tenant', { tenant: String(tenant_id) }));
    if (from > dayOf(now)) throw refuse(apiMessage('imports.dump.row.future_tenancy', { day: { day: from } }));
    const first = at === 0 && earliest !== undefined && earliest < from ? earliest : from;
    const next = ordered[at + 1]?.from;
    const isVacant = isEmptyMark(name);
    const last = next === undefined ? (tenant_id === null || isVacant ? dayOf(now) : null) : addDays(next, -1);
    const tenancy = {
      tenantId: isVacant ? null : tenant_id,
      name: isVacant ? UNKNOWN : name,
      contact: row?.contact ?? '',
      address: row?.address ?? '',
      email: row?.email ?? null,
      createdAt: row?.createdAt ?? row?.updatedAt ?? now,
      from: first,
      to: last !== null && last < first ? first : last,
    };
    return { tenancy, tenantId: tenant_id, name, isVacant };
  });
  const places = new Set(
    days.map((day) =>
      placeOfDay(
        planned.map(({ tenancy }) => tenancy),
        day,
      ),
    ),
  );
  for (const [at, { tenantId, name, isVacant }] of planned.entries()) {
    if (!isVacant) continue;
    const hasEntries = places.has(at);
    if (tenantId !== null)
      findings.add(['tenants', tenantId], hasEntries ? 'vacant_with_entries' : 'vacant_tenant', name);
    if (hasEntries && !questions.includes('no_tenant')) questions.push('no_tenant');
  }
  return {
    tenancies: planned.flatMap(({ tenancy, isVacant }, at) => (isVacant && !places.has(at) ? [] : tenancy)),
    asked: planned.map(({ tenancy, tenantId, name }) => ({ tenant_id: tenantId, name, from: tenancy.from })),
    questions,
  };
}

const UNKNOWN = message('ledger.imported.tenant');
const isNameless = (name: string) => name.trim() === '';

function beginningsOf(
  tenants: readonly LegacyRow<'tenants'>[],
  earliest: Day | undefined,
  shop: LegacyRow<'shops'>,
): TenancyAnswer['tenants'] {
  if (tenants.length === 0) return earliest === undefined ? [] : [{ tenant_id: null, name: UNKNOWN, from: earliest }];
  return tenants.map(({ tenant_id, name, createdAt, updatedAt }) => {
    const at = createdAt ?? updatedAt ?? shop.createdAt ?? shop.updatedAt;
    if (at === null) throw stopAt(['tenants', tenant_id], 'no_date');
    return { tenant_id, name: isNameless(name) ? UNKNOWN : name, from: dayOf(at) };
  });
}

/** Returns the questions about the tenants of a shop, and adds a finding for each. */
function askAbout(
  { shop, tenants, days: [earliest] }: Pick<ShopFacts, 'shop' | 'tenants' | 'days'>,
  findings: Findings,
): TenantQuestion[] {
  const questions: TenantQuestion[] = [];
  const people = tenants.filter(({ name }) => isNameless(name) || !isEmptyMark(name));
  for (const { tenant_id, name } of tenants)
    if (isNameless(name)) findings.add(['tenants', tenant_id], 'missing_value', 'name');
  const byDay = people.toSorted((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? -1 : 1));
  for (const { tenant_id } of byDay.slice(1)) findings.add(['tenants', tenant_id], 'several_tenants', shop.shop_id);
  if (byDay.length > 1) questions.push('several_tenants');
  const [first] = byDay;
  if (first?.createdAt && earliest !== undefined && earliest < dayOf(first.createdAt)) {
    findings.add(['tenants', first.tenant_id], 'entries_before_tenant', `${shop.shop_id} from ${earliest}`);
    questions.push('entries_before_tenant');
  }
  if (tenants.length === 0 && earliest !== undefined) {
    findings.add(['shops', shop.shop_id], 'no_tenant');
    questions.push('no_tenant');
  }
  return questions;
}

/** Returns the index of the tenancy to which a day belongs. */
export function placeOfDay(tenancies: readonly PlannedTenancy[], day: Day): number {
  return Math.max(
    0,
    tenancies.findLastIndex(({ from }) => from <= day),
  );
}

export function findAnswer(answers: readonly TenancyAnswer[], shopId: string): TenancyAnswer | undefined {
  return answers.find((answer) => sameId(answer.shop_id) === sameId(shopId));
}
