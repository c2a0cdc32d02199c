import type { PlanOut } from '#contract/plan.ts';
import { plan } from '#contract/plan.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

export interface ShownPlan {
  stored: PlanOut;
  /** The picture under the plan, as a data: address. */
  address: string | undefined;
}

export function usePlan(): Load<ShownPlan> {
  return useLoad('plan', async (signal) => {
    const stored = await api(plan.get, {}, { signal });
    if (stored.picture === null) return { stored, address: undefined };
    return { stored, address: (await api(plan.picture, {}, { signal })).picture };
  });
}

export function planPicture({ stored, address }: ShownPlan) {
  return stored.picture && address !== undefined ? { ...stored.picture, address } : undefined;
}
