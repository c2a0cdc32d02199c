import { Refusal } from '#contract/refusals.ts';
import type { AlertPageData, AlertProduct, AlertsPageData } from '#contract/site.ts';
import { alertKinds } from '#contract/words.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { getSubscription } from '../alerts/change-subscription.ts';
import { presentSubscription } from '../alerts/present.ts';
import { listMessagesOf } from '../alerts/queries.ts';
import { readAlertMeans } from '../alerts/read-alert-settings.ts';
import { listEveryProduct, listProducts, type ProductRow } from '../products/queries.ts';

export async function loadAlerts(
  { config, database }: AppContext,
  filled: URLSearchParams,
  answer: Pick<AlertsPageData, 'notice' | 'key'> = { notice: null, key: null },
): Promise<AlertsPageData> {
  const { reader, auditKeys } = database;
  const { obstacles, push } = await readAlertMeans(reader, { config, auditKeys });
  const products = await listProducts(reader);
  const chosen = [...filled.getAll('product'), ...filled.getAll('products')].map(Number);
  return {
    products: products.map(presentProduct),
    email: obstacles.email,
    sms: obstacles.sms,
    pushKey: obstacles.push === null && push ? push.publicKey : null,
    kind: alertKinds.find((kind) => kind === filled.get('kind')) ?? 'above',
    chosen: chosen.filter((id) => products.some((product) => product.id === id)),
    limit: (filled.get('limit') ?? '').slice(0, 12),
    address: (filled.get('address') ?? '').slice(0, 254),
    ...answer,
  };
}

export async function loadAlert(
  { database: { reader }, clock }: AppContext,
  key: string,
  notice: AlertPageData['notice'] = null,
): Promise<AlertPageData> {
  const products = (await listProducts(reader)).map(presentProduct);
  const row = await getSubscription(reader, key, clock.now()).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!row) return { key, subscription: null, products, notice };
  const messages = await listMessagesOf(reader, row.id);
  return { key, subscription: presentSubscription(row, messages, await listEveryProduct(reader)), products, notice };
}

function presentProduct({ id, name, name_si, name_ta, unit }: ProductRow): AlertProduct {
  return { id, name, name_si, name_ta, unit };
}
