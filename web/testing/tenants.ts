import { day, startOfDay } from '#billing/calendar.ts';
import { tenants } from '#contract/tenants.ts';
import type { ListedTenant } from '../office/tenants/tenants-page.tsx';

const at = startOfDay(day('2026-11-20'));

export function testTenant(more: Partial<ListedTenant> = {}): ListedTenant {
  const { shop_id = 'A-2' } = more;
  return tenants.list.answer.element.strict().parse({
    tenant_id: 7,
    tenant_ref: 5,
    name: 'Nimal Perera',
    contact: '077 123 4567',
    address: '12 Kandy Road, Dambulla',
    email: 'nimal@example.com',
    shop_id,
    started_on: '2025-01-01',
    ended_on: null,
    is_vat_registered: false,
    tin: '',
    tax_name: '',
    tax_address: '',
    amount_due: 0,
    createdAt: at,
    updatedAt: at,
    Shop: { shop_id, shop_name: 'Nimal Stores', location: 'Block A, ground floor', rent_amount: 12_500 },
    ...more,
  });
}
