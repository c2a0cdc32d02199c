import { Button, Group, Select } from '@mantine/core';
import { Link } from 'react-router';
import { type Shop, shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { TenantForm, type TenantValues } from './tenant-form.tsx';

type NewTenantValues = TenantValues & { shop_id: string };

/** `?shop=` chooses the shop. */
export function AddTenantPage() {
  const load = useLoad('shops without tenants', (signal) => api(shops.withoutTenants, {}, { signal }));
  return (
    <Screen path="/add-tenant">
      <AsyncState load={load} failure={t('tenants.add.shopsFailed')}>
        {(vacant) => (vacant.length === 0 ? <NoShops /> : <AddForm vacant={vacant} />)}
      </AsyncState>
    </Screen>
  );
}

function NoShops() {
  const next = (
    <Group gap="sm" justify="center">
      <Button component={Link} to="/add-shop">
        {t('tenants.add.addShop')}
      </Button>
      <Button component={Link} to="/view-tenants" variant="default">
        {t('tenants.add.viewTenants')}
      </Button>
    </Group>
  );
  return <Empty text={t('tenants.add.noShops')} next={next} />;
}

function AddForm({ vacant }: { vacant: readonly Shop[] }) {
  const redirect = useRedirect();
  const asked = useAddress().get('shop');
  const { key, renew } = useFormKey();
  const isVacant = vacant.some(({ shop_id }) => shop_id === asked);
  const form: OfficeForm<NewTenantValues> = useOfficeForm({
    initialValues: { name: '', contact: '', email: '', address: '', shop_id: isVacant ? asked : '' },
    schema: tenants.add.body,
    check: ({ shop_id, email }) => ({
      ...(shop_id === '' && { shop_id: t('tenants.form.shop.missing') }),
      ...(email.trim() === '' && { email: t('tenants.form.missing') }),
    }),
    save: (body) => api(tenants.add, { body }, { idempotencyKey: key }),
    fallback: t('tenants.add.failed'),
    fieldOfRefusal: { shop_has_tenant: 'shop_id', shop_not_found: 'shop_id' },
    onSaved: ({ message }) => {
      renew();
      toastDone(message, 2);
      redirect('/view-tenants', 2);
    },
  });
  const { value, onChange, ...shopField } = form.field('shop_id');
  return (
    <TenantForm
      form={form}
      saveLabel={t('tenants.add.save')}
      cancelTo="/tenant-management"
      isEmailRequired
      shopField={
        <Select
          label={t('tenants.form.shop.label')}
          required
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          placeholder={t('tenants.form.shop.placeholder')}
          nothingFoundMessage={t('tenants.form.shop.none')}
          data={vacant.map(({ shop_id, shop_name }) => ({ value: shop_id, label: `${shop_id} · ${shop_name}` }))}
          {...shopField}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      }
    />
  );
}
