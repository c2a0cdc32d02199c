import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';

export function askToDeleteProduct(product: Product): Promise<boolean> {
  const [id, name] = [String(product.id), localName(product)];
  return confirmAndCall(
    {
      title: t('products.delete.title', { name }),
      body: t('products.delete.body', { name, id }),
      action: t('products.delete.action'),
      isDangerous: true,
    },
    { call: () => api(products.remove, { params: { id } }), failed: t('products.delete.failed'), failedSeconds: 4 },
  );
}
