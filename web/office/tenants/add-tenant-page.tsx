import { Button, Group, Select } from '@mantine/core';
import { Link } from 'react-router';
import { type Shop, shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
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

/** A new tenant for a shop that nobody rents; `?shop=` has it chosen already. */
export function AddTenantPage() {
  const load = useLoad('shops without tenants', (signal) => api(shops.withoutTenants, {}, { signal }));
  return (
    <Screen path="/add-tenant">
      <AsyncState load={load} failure="Failed to fetch shops.">
        {(vacant) => (vacant.length === 0 ? <NoShops /> : <AddForm vacant={vacant} />)}
      </AsyncState>
    </Screen>
  );
}

function NoShops() {
  const next = (
    <Group gap="sm" justify="center">
      <Button component={Link} to="/add-shop">
        Add shop
      </Button>
      <Button component={Link} to="/view-tenants" variant="default">
        View tenants
      </Button>
    </Group>
  );
  return <Empty text="No available shops" next={next} />;
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
      ...(shop_id === '' && { shop_id: 'Please choose a shop.' }),
      ...(email.trim() === '' && { email: 'Please fill this in.' }),
    }),
    save: (body) => api(tenants.add, { body }, { idempotencyKey: key }),
    fallback: 'Failed to add tenant.',
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
      saveLabel="Add tenant"
      cancelTo="/tenant-management"
      isEmailRequired
      shopField={
        <Select
          label="Shop"
          required
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          selectFirstOptionOnDropdownOpen
          placeholder="Choose a shop"
          nothingFoundMessage="No such shop is available"
          data={vacant.map(({ shop_id, shop_name }) => ({ value: shop_id, label: `${shop_id} · ${shop_name}` }))}
          {...shopField}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      }
    />
  );
}
