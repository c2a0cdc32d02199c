import { findTaxpayerFaults, readTin } from '#billing/tax/tin.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantFields } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { erasedColumns, type PersonalColumns } from '../../db/personal-columns.ts';
import { badInput } from '../../http/core/read-request.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';
import { edited } from '../audit/edited.ts';
import { lockTenancy, type TenancyOfShopRow, type TenancyRow, updateTenancy } from './queries.ts';

type Bookkeeping =
  | 'id'
  | 'shop_id'
  | 'tenant_id'
  | 'started_on'
  | 'ended_on'
  | 'balance_cents'
  | 'balance_at'
  | 'seal'
  | 'erased_at'
  | 'created_at'
  | 'updated_at';

type AgreementTerms = Pick<TenancyRow, 'agreement_number' | 'agreement_note' | 'agreement_ends_on' | 'language'>;
/** What the office enters about a tenant: every column that is neither bookkeeping nor part of the agreement. */
export type TenantTerms = Omit<TenancyRow, Bookkeeping | keyof AgreementTerms>;
type PersonalTerms = TenantTerms & AgreementTerms;

/** The terms of which nothing has been entered. */
export const NO_TERMS: PersonalTerms = {
  name: '',
  contact: '',
  address: '',
  email: null,
  is_vat_registered: 0,
  tin: '',
  tax_name: '',
  tax_address: '',
  agreement_number: '',
  agreement_note: '',
  agreement_ends_on: null,
  language: 'en',
};

const PERSONAL: PersonalColumns<PersonalTerms> = {
  name: { erasedTo: '' },
  contact: { erasedTo: '' },
  address: { erasedTo: '' },
  email: { erasedTo: null },
  is_vat_registered: { erasedTo: 0 },
  tin: { erasedTo: '' },
  tax_name: { erasedTo: '' },
  tax_address: { erasedTo: '' },
  agreement_number: 'keep',
  agreement_note: { erasedTo: '' },
  agreement_ends_on: 'keep',
  language: 'keep',
};

const ofTenancy = {
  lock: lockTenancy,
  update: (
    tx: Writer,
    { now }: ActionContext,
    { before, after }: { before: TenancyOfShopRow; after: Partial<PersonalTerms> },
  ) => updateTenancy(tx, before.id, { ...after, updated_at: now }),
  changed: ({ id, name }: TenancyRow, { written_shop_id: shop }: TenancyOfShopRow) => ({
    type: 'Tenant Changed' as const,
    description: apiMessage('tenants.audit.changed', { id: String(id), name, shop }),
    subject: { shopId: shop, tenancyId: id },
  }),
};

export const editedTenant = edited<number, TenancyOfShopRow, TenancyRow, TenantTerms>({
  ...ofTenancy,
  missing: 'tenant_not_found',
  labels: {
    name: 'name',
    contact: 'contact',
    address: 'address',
    email: 'email',
    is_vat_registered: 'is_vat_registered',
    tin: 'tin',
    tax_name: 'tax_name',
    tax_address: 'tax_address',
  },
  logged: {
    is_vat_registered: (value) => message(value === 1 ? 'tenants.audit.registered' : 'tenants.audit.notRegistered'),
  },
});

export const editedAgreement = edited<number, TenancyOfShopRow, TenancyRow, AgreementTerms>({
  ...ofTenancy,
  missing: 'tenancy_not_found',
  labels: {
    agreement_number: 'agreement_number',
    agreement_note: 'agreement_note',
    agreement_ends_on: 'agreement_ends_on',
    language: 'language',
  },
});

/** Refuses to write about a tenant whose personal data was erased. */
export function refuseErased({ erased_at }: TenancyRow): void {
  if (erased_at !== null) throw new Refusal('personal_data_erased');
}

/**
 * Returns the terms after an edit. A field that is missing from the request stays unchanged, except for the email, which
 * the tenant then no longer has.
 */
export function termsOfTenant(fields: TenantFields, before: TenantTerms): TenantTerms {
  const { is_vat_registered: isRegistered = before.is_vat_registered === 1, ...texts } = fields;
  const terms = { ...editedTenant.change(before, texts), email: fields.email ?? null };
  return { ...terms, ...chooseTaxpayer(terms, isRegistered) };
}

/** A registered tenant must have a TIN, and the name and address of the VAT certificate (docs/rules.md, Tax documents). */
function chooseTaxpayer({ tin, tax_name: name, tax_address: address }: TenantTerms, isRegistered: boolean) {
  const faults = isRegistered ? findTaxpayerFaults({ tin, name, address }) : [];
  if (faults.length > 0)
    throw badInput(
      faults.map((part) =>
        part === 'tin'
          ? { field: 'tin', message: apiMessage('tax.setup.tin') }
          : { field: `tax_${part}`, message: apiMessage('tax.setup.required') },
      ),
    );
  return { is_vat_registered: Number(isRegistered), tin: readTin(tin) ?? tin };
}

/** Describes a tenant for the audit log. Leaves out what was not entered, except for the email. */
export function describeTenant(terms: TenantTerms): ChangeDescription {
  const nothing = editedTenant.describe(NO_TERMS);
  const all = Object.entries(editedTenant.describe(terms));
  return Object.fromEntries(all.filter(([label, value]) => value === null || value !== nothing[label]));
}

/** Returns the columns that erasing the personal data of a tenant changes, with their new values. */
export function erasedTerms(id: number): Partial<PersonalTerms> {
  return { ...erasedColumns(PERSONAL), name: message('tenancies.erase.name', { id: String(id) }) };
}
