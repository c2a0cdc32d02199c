import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import {
  dayText,
  idInBody,
  idInPath,
  lineText,
  optionalLine,
  orNone,
  rupeesOut,
  shopIdIn,
  timestamps,
} from './scalars.ts';

/** What the office has entered about a tenant. */
export const tenantDetails = {
  name: z.string(),
  contact: z.string(),
  address: z.string(),
  email: z.string().nullable(),
  /** True when the office has seen the VAT certificate; TIN, name and address are copied from it. */
  is_vat_registered: z.boolean(),
  tin: z.string(),
  tax_name: z.string(),
  tax_address: z.string(),
};

/** A tenant, who remains on record with invoices and payments after the tenancy has ended. */
export const tenant = z.object({
  /** The id of the tenancy. Clients of the specification know it by this name. */
  tenant_id: z.int(),
  /** The id of the person or company. Tenancies with the same one belong to the same tenant, whatever their names. */
  tenant_ref: z.int(),
  ...tenantDetails,
  shop_id: z.string(),
  started_on: dayText,
  /** The last day of the tenancy; null for a current tenant. */
  ended_on: dayText.nullable(),
  ...timestamps,
});
export type Tenant = z.output<typeof tenant>;

const shopOfTenant = z.object({
  shop_id: z.string(),
  shop_name: z.string(),
  location: z.string(),
  rent_amount: rupeesOut,
});

const listedTenant = tenant.extend({ amount_due: rupeesOut, Shop: shopOfTenant });

const email = z
  .string({ error: inputMessage('input.email') })
  .trim()
  .max(254)
  .pipe(z.email(inputMessage('input.email')));

const emailOrNone = z.union([email, optionalLine(0).transform(() => null), z.null()], {
  error: inputMessage('input.email'),
});

const editedTenant = z.object({
  name: lineText(120),
  contact: lineText(60),
  address: lineText(200),
  /** Optional in an edit (specification 1, section 5): an empty text, null and a missing field mean none. */
  email: emailOrNone.optional(),
  /** A missing field leaves the stored value unchanged. A registered tenant needs a TIN, a name and an address. */
  is_vat_registered: z.boolean().optional(),
  tin: optionalLine(20).optional(),
  tax_name: optionalLine(120).optional(),
  tax_address: optionalLine(200).optional(),
});
export type TenantFields = z.output<typeof editedTenant>;

/**
 * A new tenant without an email sends an empty text or null. The field itself must be present, as the specification
 * says.
 */
const newTenant = editedTenant.extend({
  email: emailOrNone,
  shop_id: shopIdIn,
  from: orNone(dayText),
  /** The `tenant_ref` of a tenant who has or had another shop. Without it, the tenant is new. */
  tenant_ref: idInBody.optional(),
});

const message = z.string();
const one = z.object({ id: idInPath });

export const tenants = {
  list: call({
    method: 'GET',
    path: '/api/tenants',
    permission: 'books.read',
    summary: 'List all current tenants with their shops, by shop ID, or the former ones who were billed or paid.',
    query: z.object({ former: z.enum(['true', 'false']).optional() }),
    answer: z.array(listedTenant),
    refusals: [],
  }),
  get: call({
    method: 'GET',
    path: '/api/tenants/:id',
    permission: 'books.read',
    summary: 'Get a tenant, also a former one, with their shop.',
    params: one,
    answer: listedTenant,
    refusals: ['tenant_not_found'],
  }),
  add: call({
    method: 'POST',
    path: '/api/tenants',
    permission: 'books.write',
    writes: 'once',
    summary: 'Add a tenant to a shop that has none: a new one, or one who has or had another shop.',
    body: newTenant,
    answer: z.object({ message, tenant }),
    status: 201,
    refusals: ['shop_not_found', 'shop_has_tenant', 'tenant_not_found'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/tenants/:id',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change the name or contact details of a tenant. The shop cannot be changed.',
    params: one,
    body: editedTenant,
    answer: z.object({ message, tenant }),
    refusals: ['tenant_not_found', 'personal_data_erased'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/tenants/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'End a tenancy. The shop becomes vacant; its invoices and payments stay.',
    params: one,
    answer: z.object({ message }),
    refusals: ['tenant_not_found'],
  }),
};
