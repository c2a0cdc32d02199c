import { shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import type { ListedShop } from './shop-table.tsx';

/** Asks, naming the shop and who leaves with it, and deletes it; true when it is gone. */
export async function deleteShop({ shop_id, shop_name, tenant_name }: ListedShop): Promise<boolean> {
  const tenant = tenant_name === null ? '' : ` Its tenant ${tenant_name} is deleted with it.`;
  const isSure = await confirm({
    title: `Delete shop ${shop_id}?`,
    body: `${shop_name} (${shop_id}) leaves the market.${tenant} A shop that has invoices or payments is not deleted.`,
    action: 'Delete',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(shops.remove, { params: { id: shop_id } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to delete shop.'), 4);
    return false;
  }
}
