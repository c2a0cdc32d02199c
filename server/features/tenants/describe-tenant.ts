import { findTaxpayerFaults, readTin } from '#billing/tax/tin.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { TenantFields } from '#contract/tenants.ts';
import { badInput } from '../../http/core/read-request.ts';
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

type TaxpayerColumns = Pick<TenancyRow, 'is_vat_registered' | 'tin' | 'tax_name' | 'tax_address'>;

export const NO_TAXPAYER: TaxpayerColumns = { is_vat_registered: 0, tin: '', tax_name: '', tax_address: '' };

/**
 * Returns the new details of a taxpayer. A detail missing from the request stays unchanged. A registered tenant must
 * have a TIN, and the name and address that are on the VAT certificate (docs/rules.md, Tax documents).
 */
export function chooseTaxpayer(fields: TenantFields, before: TaxpayerColumns): TaxpayerColumns {
  const { is_vat_registered, tin = before.tin, tax_name = before.tax_name, tax_address = before.tax_address } = fields;
  const isRegistered = is_vat_registered ?? before.is_vat_registered === 1;
  const chosen = { tin: readTin(tin) ?? tin, tax_name, tax_address };
  const faults = isRegistered ? findTaxpayerFaults({ tin, name: tax_name, address: tax_address }) : [];
  if (faults.length > 0)
    throw badInput(
      faults.map((part) =>
        part === 'tin'
          ? { field: 'tin', message: apiMessage('tax.setup.tin') }
          : { field: `tax_${part}`, message: apiMessage('tax.setup.required') },
      ),
    );
  return { is_vat_registered: Number(isRegistered), ...chosen };
}

/** Describes a taxpayer for the audit log. */
export function describeTaxpayer({
  is_vat_registered,
  tin,
  tax_name,
  tax_address,
}: TaxpayerColumns): ChangeDescription {
  return {
    [fieldLabel('is_vat_registered', message)]: message(
      is_vat_registered === 1 ? 'tenants.audit.registered' : 'tenants.audit.notRegistered',
    ),
    [fieldLabel('tin', message)]: tin,
    [fieldLabel('tax_name', message)]: tax_name,
    [fieldLabel('tax_address', message)]: tax_address,
  };
}
