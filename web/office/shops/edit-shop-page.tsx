import { Text, TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import { type Shop, shops } from '#contract/shops.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { bodyOf, findFaults, type ShopValues, valuesOf } from './shop-fields.ts';
import { ShopForm } from './shop-form.tsx';

const LIST = '/view-shops';

/** Changes a shop, then goes back to the list. */
export function EditShopPage() {
  const { id = '' } = useParams();
  const load = useLoad(`shop ${id}`, (signal) => api(shops.get, { params: { id } }, { signal }));
  return (
    <Screen path="/edit-shop/:id" title={load.data ? `Edit shop ${load.data.shop_id}` : 'Edit shop'}>
      <AsyncState load={load} failure="Failed to load shop details.">
        {(shop) => <EditForm key={shop.shop_id} shop={shop} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ shop }: { shop: Shop }) {
  const redirect = useRedirect();
  const params = { id: shop.shop_id };
  const form: OfficeForm<ShopValues> = useOfficeForm({
    initialValues: valuesOf(shop),
    schema: shops.edit.body,
    toBody: bodyOf,
    check: findFaults,
    save: (values) => api(shops.edit, { params, body: bodyOf(values) }),
    fallback: 'Failed to update shop.',
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  return (
    <>
      <Text size="sm" c="dimmed">
        Rent, VAT and operation fee count from the next invoice on; invoices that were issued stay as they are.
      </Text>
      <ShopForm
        form={form}
        saveLabel="Save changes"
        cancelTo={LIST}
        idField={<TextInput label="Shop ID" value={shop.shop_id} readOnly variant="filled" />}
      />
    </>
  );
}
