import { type Product, products } from '#contract/products.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';

export async function askToDeleteProduct(product: Product): Promise<boolean> {
  const [id, name] = [String(product.id), localName(product)];
  const isSure = await confirm({
    title: t('products.delete.title', { name }),
    body: t('products.delete.body', { name, id }),
    action: t('products.delete.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(products.remove, { params: { id } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('products.delete.failed')), 4);
    return false;
  }
}
