import { TextInput } from '@mantine/core';
import { shops } from '#contract/shops.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { findFaults, type NewShopValues, newBodyOf, newShop } from './shop-fields.ts';
import { ShopForm } from './shop-form.tsx';

/** A new shop; then the list, where it stands. */
export function AddShopPage() {
  const redirect = useRedirect();
  const { key, renew } = useFormKey();
  const form: OfficeForm<NewShopValues> = useOfficeForm({
    initialValues: newShop,
    schema: shops.add.body,
    toBody: newBodyOf,
    check: findFaults,
    save: (values) => api(shops.add, { body: newBodyOf(values) }, { idempotencyKey: key }),
    fallback: 'Failed to add shop.',
    fieldOfRefusal: { shop_exists: 'shop_id' },
    onSaved: ({ message }) => {
      renew();
      toastDone(message, 2);
      redirect('/view-shops', 2);
    },
  });
  return (
    <Screen path="/add-shop">
      <ShopForm
        form={form}
        saveLabel="Add shop"
        cancelTo="/shop-management"
        idField={
          <TextInput
            label="Shop ID"
            description="Letters, digits and -, such as A12; it cannot be changed later"
            required
            autoFocus
            autoComplete="off"
            {...form.field('shop_id')}
          />
        }
      />
    </Screen>
  );
}
