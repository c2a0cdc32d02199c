import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import type { ShopValues } from './convert-shop.ts';

interface ShopFormProps<Values extends ShopValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  cancelTo: string;
  /** Chosen once, then read-only. */
  idField: ReactNode;
  /** Below the fields of every shop. */
  children?: ReactNode;
}

/** Specification 1, section 5: all are required. */
export function ShopForm<Values extends ShopValues>(props: ShopFormProps<Values>) {
  const { form, saveLabel, cancelTo, idField, children } = props;
  const { field } = form;
  const figure = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {idField}
          <TextInput label={t('shops.form.name')} required autoComplete="off" {...field('shop_name')} />
          <TextInput label={t('shops.form.location')} required autoComplete="off" {...field('location')} />
          <TextInput label={t('shops.form.rent')} {...figure} {...field('rent_amount')} />
          <TextInput label={t('shops.form.vat')} {...figure} {...field('vat_rate')} />
          <TextInput label={t('shops.form.fee')} {...figure} {...field('operation_fee')} />
        </SimpleGrid>
        {children}
      </Stack>
    </Form>
  );
}
