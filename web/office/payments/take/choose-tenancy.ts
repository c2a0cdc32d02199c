import type { ShopSummary } from '#contract/shops.ts';

export interface Payer {
  tenancyId: number;
  tenant: string;
  /** The amount due, in rupees. */
  due: number;
}

/**
 * Returns the requested tenancy, otherwise the one that the server would choose. Undefined for a shop that has never
 * had a tenant.
 */
export function findPayer({ Tenancies }: ShopSummary, tenancyId?: number): Payer | undefined {
  const chosen =
    Tenancies.find(({ tenancy_id }) => tenancy_id === tenancyId) ??
    Tenancies.find(({ ended_on }) => ended_on === null) ??
    Tenancies.find(({ amount_due }) => amount_due > 0) ??
    Tenancies[0];
  return chosen && { tenancyId: chosen.tenancy_id, tenant: chosen.tenant_name, due: chosen.amount_due };
}
