import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import type { ListedShop } from './shop-table.tsx';

/** Deletes its tenant too. */
export function deleteShop({ shop_id, shop_name, tenant_name }: ListedShop): Promise<boolean> {
  const shop = { id: shop_id, name: shop_name };
  return confirmAndCall(
    {
      title: t('shops.delete.title', shop),
      body:
        tenant_name === null
          ? t('shops.delete.vacant', shop)
          : t('shops.delete.withTenant', { ...shop, tenant: tenant_name }),
      action: t('shops.delete.action'),
      isDangerous: true,
    },
    { call: () => api(shops.remove, { params: { id: shop_id } }), failed: t('shops.delete.failed'), failedSeconds: 4 },
  );
}
