import { Text, TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import { type Shop, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { type ShopValues, toShopInput, toShopValues, validateShop } from './convert-shop.ts';
import { ShopForm } from './shop-form.tsx';

const LIST = '/view-shops';

export function EditShopPage() {
  const { id = '' } = useParams();
  const load = useLoad(`shop ${id}`, (signal) => api(shops.get, { params: { id } }, { signal }));
  return (
    <Screen
      path="/edit-shop/:id"
      title={load.data ? t('shops.edit.titleOf', { id: load.data.shop_id }) : t('shops.edit.title')}
    >
      <AsyncState load={load} failure={t('shops.edit.notLoaded')}>
        {(shop) => <EditForm key={shop.shop_id} shop={shop} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ shop }: { shop: Shop }) {
  const redirect = useRedirect();
  const params = { id: shop.shop_id };
  const form: OfficeForm<ShopValues> = useOfficeForm({
    initialValues: toShopValues(shop),
    schema: shops.edit.body,
    toBody: toShopInput,
    check: validateShop,
    save: (values) => api(shops.edit, { params, body: toShopInput(values) }),
    fallback: t('shops.edit.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('shops.edit.about')}
      </Text>
      <ShopForm
        form={form}
        saveLabel={t('shops.edit.save')}
        cancelTo={LIST}
        idField={<TextInput label={t('shops.form.id.label')} value={shop.shop_id} readOnly variant="filled" />}
      />
    </>
  );
}
