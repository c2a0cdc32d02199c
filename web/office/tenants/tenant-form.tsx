import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '#web/ui/form/form.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';

/** The details of a tenant, as their form holds them. */
export type TenantValues = { name: string; contact: string; email: string; address: string };

interface TenantFormProps<Values extends TenantValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  cancelTo: string;
  /** A new tenant needs an e-mail; one who is there may be without (specification 1, section 5). */
  isEmailRequired: boolean;
  /** The shop: chosen once, and then fixed. */
  shopField: ReactNode;
}

/** The fields of a tenant and of their shop. */
export function TenantForm<Values extends TenantValues>(props: TenantFormProps<Values>) {
  const { form, saveLabel, cancelTo, isEmailRequired, shopField } = props;
  const { field } = form;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Name" required autoFocus autoComplete="off" {...field('name')} />
          <TextInput label="Contact" required inputMode="tel" autoComplete="off" {...field('contact')} />
          <TextInput label="E-mail" type="email" required={isEmailRequired} autoComplete="off" {...field('email')} />
          <TextInput label="Address" required autoComplete="off" {...field('address')} />
          {shopField}
        </SimpleGrid>
      </Stack>
    </Form>
  );
}
