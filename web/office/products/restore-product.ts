import { type Product, products } from '#contract/products.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

export async function askToRestoreProduct({ id, name }: Product): Promise<boolean> {
  const isSure = await confirm({
    title: t('products.restore.title', { name }),
    body: t('products.restore.body', { name, id: String(id) }),
    action: t('products.restore.action'),
  });
  if (!isSure) return false;
  try {
    const { message } = await api(products.restore, { params: { id: String(id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('products.restore.failed')), 4);
    return false;
  }
}
