import { TextInput } from '@mantine/core';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { type NewShopValues, newShop, toNewShopInput, validateShop } from './convert-shop.ts';
import { ShopForm } from './shop-form.tsx';

export function AddShopPage() {
  const redirect = useRedirect();
  const { key, renew } = useFormKey();
  const form: OfficeForm<NewShopValues> = useOfficeForm({
    initialValues: newShop,
    schema: shops.add.body,
    toBody: toNewShopInput,
    check: validateShop,
    save: (values) => api(shops.add, { body: toNewShopInput(values) }, { idempotencyKey: key }),
    fallback: t('shops.add.failed'),
    fieldOfRefusal: { shop_exists: 'shop_id' },
    onSaved: ({ message }) => {
      renew();
      toastDone(message, 2);
      redirect(placeOf('/view-shops'), 2);
    },
  });
  return (
    <Screen path="/add-shop">
      <ShopForm
        form={form}
        saveLabel={t('shops.add.save')}
        cancelTo={placeOf('/shop-management')}
        idField={
          <TextInput
            label={t('shops.form.id.label')}
            description={t('shops.form.id.description')}
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
