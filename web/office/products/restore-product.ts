import { type Product, products } from '#contract/products.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';

export async function askToRestoreProduct(product: Product): Promise<boolean> {
  const [id, name] = [String(product.id), localName(product)];
  const isSure = await confirm({
    title: t('products.restore.title', { name }),
    body: t('products.restore.body', { name, id }),
    action: t('products.restore.action'),
  });
  if (!isSure) return false;
  try {
    const { message } = await api(products.restore, { params: { id } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('products.restore.failed')), 4);
    return false;
  }
}
