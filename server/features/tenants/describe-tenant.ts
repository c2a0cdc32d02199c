import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { TenantRow } from './queries.ts';

/** What a person can change of a tenant. */
export type TenantDetails = Pick<TenantRow, 'name' | 'contact' | 'address' | 'email'>;

/** A tenant for the audit log. */
export function describeTenant(details: TenantDetails): ChangeDescription {
  return {
    name: details.name,
    contact: details.contact,
    address: details.address,
    email: details.email ?? 'none',
  };
}
