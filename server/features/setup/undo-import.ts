import { dayOf } from '#billing/calendar.ts';
import type { ImportSubject } from '#contract/imports.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLastImport, forgetImport } from '../imports/keep-import.ts';
import { editedProduct } from '../products/edited-product.ts';
import { deleteProductRow, hasPriceHistory, lockCatalogue, lockProduct } from '../products/queries.ts';
import { findShopRow, hasLedgerEntries } from '../shops/queries.ts';
import { removeShop } from '../shops/remove-shop.ts';
import { describeTenant } from '../tenants/edited-tenant.ts';
import { deleteTenancy, hasEntriesOfTenancy, listTenanciesOfShop, lockTenancy } from '../tenants/queries.ts';

/** Removes everything that the last import added. If any of it has been used since, removes nothing and refuses. */
export async function undoImport(tx: Writer, context: ActionContext, subject: ImportSubject): Promise<void> {
  const last = await findLastImport(tx, subject);
  if (!last) throw new Refusal('import_not_found');
  const { shops, tenants, products } = last.added;
  for (const id of tenants) await undoTenant(tx, context, id);
  for (const id of shops) await undoShop(tx, context, id);
  if (products.length > 0) await lockCatalogue(tx);
  for (const id of products) await undoProduct(tx, context, id);
  if (products.length > 0) await raiseDataVersion(tx);
  await forgetImport(tx, context, subject);
  await writeAudit(tx, context, {
    type: subject === 'shops' ? 'Shop Deleted' : 'Product Deleted',
    description: apiMessage('imports.audit.undone', { day: { day: dayOf(last.at) } }),
  });
}

async function undoShop(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const shop = await findShopRow(tx, id);
  if (!shop) return;
  if ((await hasLedgerEntries(tx, id)) || (await listTenanciesOfShop(tx, id)).length > 0) throw usedBy(shop.shop_id);
  await removeShop(tx, context, shop.shop_id);
}

async function undoTenant(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const tenant = await lockTenancy(tx, id);
  if (!tenant) return;
  if (await hasEntriesOfTenancy(tx, id)) throw usedBy(tenant.written_shop_id);
  await deleteTenancy(tx, id);
  await writeAudit(tx, context, {
    type: 'Tenant Removed',
    description: apiMessage('tenants.audit.removed', {
      id: String(id),
      name: tenant.name,
      shop: tenant.written_shop_id,
    }),
    subject: { shopId: tenant.written_shop_id, tenancyId: tenant.id },
    oldValue: describeAll(describeTenant(tenant)),
  });
}

async function undoProduct(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const product = await lockProduct(tx, id);
  if (!product) return;
  if (await hasPriceHistory(tx, id)) throw usedBy(product.name);
  await deleteProductRow(tx, id);
  await writeAudit(tx, context, {
    type: 'Product Deleted',
    description: apiMessage('products.audit.deleted', { id: String(id), name: product.name }),
    oldValue: editedProduct.describeAll(product),
  });
}

function usedBy(name: string): Refusal {
  return new Refusal('import_used', { message: apiMessage('refusals.import_used.of', { name }) });
}
