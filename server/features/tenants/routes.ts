import { Refusal } from '#contract/refusals.ts';
import { tenants } from '#contract/tenants.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { addTenant } from './add-tenant.ts';
import { editTenant } from './edit-tenant.ts';
import { presentTenant, presentTenantOfShop } from './present.ts';
import { findTenant, listTenants } from './queries.ts';
import { removeTenant } from './remove-tenant.ts';

/** Who rents which shop now. */
export function tenantRoutes(door: Door): void {
  const db = door.database.reader;
  endpoint(door, tenants.list, async () => (await listTenants(db)).map(presentTenantOfShop));
  endpoint(door, tenants.get, async ({ params }) => {
    const found = await findTenant(db, params.id);
    if (!found) throw new Refusal('tenant_not_found');
    return presentTenantOfShop(found);
  });
  recording(door, tenants.add, async ({ body, act }, tx) => {
    const { tenant, shopId } = await addTenant(tx, act, body);
    return { message: 'Tenant added.', tenant: presentTenant(tenant, shopId) };
  });
  recording(door, tenants.edit, async ({ params, body, act }, tx) => {
    const { tenant, shopId } = await editTenant(tx, act, params.id, body);
    return { message: 'Tenant updated.', tenant: presentTenant(tenant, shopId) };
  });
  recording(door, tenants.remove, async ({ params, act }, tx) => {
    await removeTenant(tx, act, params.id);
    return { message: 'Tenancy ended; the books stay.' };
  });
}
