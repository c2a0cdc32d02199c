import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';

export function askToRestoreProduct(product: Product): Promise<boolean> {
  const [id, name] = [String(product.id), localName(product)];
  return confirmAndCall(
    {
      title: t('products.restore.title', { name }),
      body: t('products.restore.body', { name, id }),
      action: t('products.restore.action'),
    },
    { call: () => api(products.restore, { params: { id } }), failed: t('products.restore.failed'), failedSeconds: 4 },
  );
}
