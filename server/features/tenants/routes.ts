import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { type TenantFields, tenants } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { addTenant } from './add-tenant.ts';
import { chooseTaxpayer, describeTaxpayer, describeTenant } from './describe-tenant.ts';
import { presentTenant, presentTenantOfShop } from './present.ts';
import { findTenancy, listFormerTenants, listTenants, lockTenancy, type TenancyRow, updateTenancy } from './queries.ts';
import { removeTenant } from './remove-tenant.ts';

export function tenantRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, tenants.list, async ({ query }) =>
    (query.former === 'true' ? await listFormerTenants(db) : await listTenants(db)).map(presentTenantOfShop),
  );
  endpoint(app, tenants.get, async ({ params }) => {
    const found = await findTenancy(db, params.id);
    if (!found) throw new Refusal('tenant_not_found');
    return presentTenantOfShop(found);
  });
  endpoint(app, tenants.add, {
    async record({ body, context }, tx) {
      const { tenant, shopId } = await addTenant(tx, context, body);
      return { message: apiMessage('tenants.add.done'), tenant: presentTenant(tenant, shopId) };
    },
  });
  endpoint(app, tenants.edit, {
    async current({ params }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      return tenancy && presentTenant(tenancy, tenancy.written_shop_id);
    },
    async record({ params, body, context }, tx) {
      const { tenant, shopId } = await editTenant(tx, context, { id: params.id, ...body });
      return { message: apiMessage('tenants.edit.done'), tenant: presentTenant(tenant, shopId) };
    },
  });
  endpoint(app, tenants.remove, {
    async record({ params, context }, tx) {
      await removeTenant(tx, context, params.id);
      return { message: apiMessage('tenants.remove.done') };
    },
  });
}

/** Edits a tenant. If the email is missing or empty, the tenant has no email afterwards. */
async function editTenant(
  tx: Writer,
  context: ActionContext,
  { id, ...fields }: TenantFields & { id: number },
): Promise<{ tenant: TenancyRow; shopId: string }> {
  const before = await lockTenancy(tx, id);
  if (!before) throw new Refusal('tenant_not_found');
  if (before.erased_at !== null) throw new Refusal('personal_data_erased');
  const shopId = before.written_shop_id;
  const details = {
    name: fields.name,
    contact: fields.contact,
    address: fields.address,
    email: fields.email ?? null,
    ...chooseTaxpayer(fields, before),
  };
  const changes = describeChanges(
    { ...describeTenant(before), ...describeTaxpayer(before) },
    { ...describeTenant(details), ...describeTaxpayer(details) },
  );
  if (!changes) return { tenant: before, shopId };
  const tenant = await updateTenancy(tx, id, { ...details, updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Changed',
    description: apiMessage('tenants.audit.changed', { id: String(id), name: tenant.name, shop: shopId }),
    shopId,
    ...changes,
  });
  return { tenant, shopId };
}
