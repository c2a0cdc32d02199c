import { tenants } from '#contract/tenants.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import type { ListedTenant } from './tenant-table.tsx';

/** Asks, naming the tenant, the shop and what stays, and ends the tenancy; true when it is over. */
export async function endTenancy({ tenant_id, name, shop_id }: ListedTenant): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${name}?`,
    body: `The tenancy of ${name} ends and shop ${shop_id} is free again. Its books stay: invoices, payments, fines and balance.`,
    action: 'End tenancy',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(tenants.remove, { params: { id: String(tenant_id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to delete tenant.'), 4);
    return false;
  }
}
