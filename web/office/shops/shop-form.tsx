import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import type { ShopValues } from './convert-shop.ts';

interface ShopFormProps<Values extends ShopValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  cancelTo: string;
  /** The field of the id, which is chosen once and then read-only. */
  idField: ReactNode;
  children?: ReactNode;
}

/** The form of a shop, in which every field is required (specification 1, section 5). */
export function ShopForm<Values extends ShopValues>(props: ShopFormProps<Values>) {
  const { form, saveLabel, cancelTo, idField, children } = props;
  const { field } = form;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {idField}
          <TextInput label={t('shops.form.name')} required autoComplete="off" {...field('shop_name')} />
          <TextInput label={t('shops.form.location')} required autoComplete="off" {...field('location')} />
          <AmountField label={t('shops.form.rent')} required {...field('rent_amount')} />
          <AmountField label={t('shops.form.vat')} required {...field('vat_rate')} />
          <AmountField label={t('shops.form.fee')} required {...field('operation_fee')} />
        </SimpleGrid>
        {children}
      </Stack>
    </Form>
  );
}
