import { type Product, products } from '#contract/products.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** Asks, naming the product, and deletes it; true when it is gone from the list. */
export async function deleteProduct({ id, name }: Product): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${name}?`,
    body: `${name} (ID ${id}) leaves the catalogue and the price list. If it has prices it is archived, and its price history stays.`,
    action: 'Delete',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(products.remove, { params: { id: String(id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to delete product.'), 4);
    return false;
  }
}
