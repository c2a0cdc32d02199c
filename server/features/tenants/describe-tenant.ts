import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { TenancyRow } from './queries.ts';

export type TenantDetails = Pick<TenancyRow, 'name' | 'contact' | 'address' | 'email'>;

export function describeTenant(details: TenantDetails): ChangeDescription {
  return {
    name: details.name,
    contact: details.contact,
    address: details.address,
    email: details.email,
  };
}
