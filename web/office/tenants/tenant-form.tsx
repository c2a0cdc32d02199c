import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Tenant, TenantFields } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { TaxpayerFields, type TaxpayerValues } from './taxpayer-form.tsx';

/** The values of the form: a text or a choice for each field that can be edited. */
export type TenantValues = { [Field in keyof TenantFields]-?: Tenant[Field] extends boolean ? boolean : string };

export const NO_VALUES: TenantValues = {
  name: '',
  contact: '',
  email: '',
  address: '',
  is_vat_registered: false,
  tin: '',
  tax_name: '',
  tax_address: '',
};

export function valuesOf(tenant: Tenant): TenantValues {
  const values = Object.keys(NO_VALUES).map((field) => [field, tenant[field as keyof TenantValues] ?? '']);
  return Object.fromEntries(values);
}

interface TenantFormProps<Values extends TenantValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  cancelTo: string;
  /** The field of the shop, which is chosen once and then read-only. */
  shopField: ReactNode;
  /** A field above the others, with which a new tenancy is given to a known tenant. */
  knownField?: ReactNode;
}

export function TenantForm<Values extends TenantValues>(props: TenantFormProps<Values>) {
  const { form, saveLabel, cancelTo, shopField, knownField } = props;
  const { field } = form;
  const inputs: Record<Exclude<keyof TenantValues, keyof TaxpayerValues>, ReactNode> = {
    name: <TextInput label={t('tenants.form.name')} required autoFocus autoComplete="off" {...field('name')} />,
    contact: (
      <TextInput label={t('tenants.form.contact')} required inputMode="tel" autoComplete="off" {...field('contact')} />
    ),
    email: <TextInput label={t('tenants.form.email')} type="email" autoComplete="off" {...field('email')} />,
    address: <TextInput label={t('tenants.form.address')} required autoComplete="off" {...field('address')} />,
  };
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        {knownField}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {Object.entries(inputs).map(([name, input]) => (
            <Fragment key={name}>{input}</Fragment>
          ))}
          {shopField}
        </SimpleGrid>
        <TaxpayerFields form={form} />
      </Stack>
    </Form>
  );
}
