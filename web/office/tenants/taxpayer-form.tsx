import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';

export type TaxpayerValues = { is_vat_registered: boolean; tin: string; tax_name: string; tax_address: string };

export function TaxpayerFields<Values extends TaxpayerValues>({ form }: { form: OfficeForm<Values> }) {
  const { field } = form;
  const isRegistered = form.inner.values.is_vat_registered;
  return (
    <>
      <Checkbox
        label={t('tenants.form.registered')}
        description={t('tenants.form.registeredHint')}
        {...field('is_vat_registered', { type: 'checkbox' })}
      />
      {isRegistered && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label={t('tenants.form.tin')} required inputMode="numeric" autoComplete="off" {...field('tin')} />
          <TextInput label={t('tenants.form.taxName')} required autoComplete="off" {...field('tax_name')} />
          <TextInput label={t('tenants.form.taxAddress')} required autoComplete="off" {...field('tax_address')} />
        </SimpleGrid>
      )}
    </>
  );
}
