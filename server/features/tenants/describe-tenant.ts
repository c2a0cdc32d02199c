import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { TenantRow } from './queries.ts';

export type TenantDetails = Pick<TenantRow, 'name' | 'contact' | 'address' | 'email'>;

export function describeTenant(details: TenantDetails): ChangeDescription {
  return {
    name: details.name,
    contact: details.contact,
    address: details.address,
    email: details.email,
  };
}
