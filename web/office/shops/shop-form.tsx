import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import type { ShopValues } from './shop-fields.ts';

interface ShopFormProps<Values extends ShopValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  cancelTo: string;
  /** The id of the shop: to be chosen once, and then fixed. */
  idField: ReactNode;
}

/** The fields of a shop, each needed (specification 1, section 5). */
export function ShopForm<Values extends ShopValues>({ form, saveLabel, cancelTo, idField }: ShopFormProps<Values>) {
  const { field } = form;
  const figure = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {idField}
          <TextInput label="Shop name" required autoComplete="off" {...field('shop_name')} />
          <TextInput label="Location" required autoComplete="off" {...field('location')} />
          <TextInput label="Rent, LKR a month" {...figure} {...field('rent_amount')} />
          <TextInput label="VAT, %" {...figure} {...field('vat_rate')} />
          <TextInput label="Operation fee, LKR a month" {...figure} {...field('operation_fee')} />
        </SimpleGrid>
      </Stack>
    </Form>
  );
}
