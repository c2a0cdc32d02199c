import { tenants } from '#contract/tenants.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import type { ListedTenant } from './tenant-table.tsx';

/** Returns true when it has ended. */
export async function endTenancy({ tenant_id, name, shop_id }: ListedTenant): Promise<boolean> {
  const isSure = await confirm({
    title: t('tenants.delete.title', { name }),
    body: t('tenants.delete.body', { name, shop: shop_id }),
    action: t('tenants.delete.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(tenants.remove, { params: { id: String(tenant_id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('tenants.delete.failed')), 4);
    return false;
  }
}
