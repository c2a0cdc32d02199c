import { shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import type { ListedShop } from './shop-table.tsx';

/** Also its tenant. */
export async function deleteShop({ shop_id, shop_name, tenant_name }: ListedShop): Promise<boolean> {
  const shop = { id: shop_id, name: shop_name };
  const isSure = await confirm({
    title: t('shops.delete.title', shop),
    body:
      tenant_name === null
        ? t('shops.delete.vacant', shop)
        : t('shops.delete.withTenant', { ...shop, tenant: tenant_name }),
    action: t('shops.delete.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(shops.remove, { params: { id: shop_id } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('shops.delete.failed')), 4);
    return false;
  }
}
