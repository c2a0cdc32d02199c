import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { tenants } from '#contract/tenants.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { addTenant } from './add-tenant.ts';
import { editedTenant, refuseErased, termsOfTenant } from './edited-tenant.ts';
import { presentTenant, presentTenantOfShop } from './present.ts';
import { findTenancy, listFormerTenants, listTenants, lockTenancy } from './queries.ts';
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
      const { row, before } = await editedTenant.edit(tx, context, {
        key: params.id,
        terms(tenancy) {
          refuseErased(tenancy);
          return termsOfTenant(body, tenancy);
        },
      });
      return { message: apiMessage('tenants.edit.done'), tenant: presentTenant(row, before.written_shop_id) };
    },
  });
  endpoint(app, tenants.remove, {
    async record({ params, context }, tx) {
      await removeTenant(tx, context, params.id);
      return { message: apiMessage('tenants.remove.done') };
    },
  });
}
