import { TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { TenantForm, type TenantValues, valuesOf } from './tenant-form.tsx';

const LIST = placeOf('/view-tenants');

export function EditTenantPage() {
  const { id = '' } = useParams();
  const load = useLoad(`tenant ${id}`, (signal) => api(tenants.get, { params: { id } }, { signal }));
  return (
    <Screen
      path="/edit-tenant/:id"
      title={load.data ? t('tenants.edit.titleOf', { name: load.data.name }) : t('tenants.edit.title')}
    >
      <AsyncState load={load} failure={t('tenants.edit.notLoaded')}>
        {(tenant) => <EditForm key={tenant.tenant_id} tenant={tenant} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ tenant }: { tenant: Answer<typeof tenants.get> }) {
  const redirect = useRedirect();
  const { Shop } = tenant;
  const params = { id: String(tenant.tenant_id) };
  const form: OfficeForm<TenantValues> = useOfficeForm({
    initialValues: valuesOf(tenant),
    schema: tenants.edit.body,
    save: (body, seen) => api(tenants.edit, { params, body }, seen),
    stored: { call: tenants.edit, object: tenant, valuesOf, objectOf: (saved) => saved.tenant },
    fallback: t('tenants.edit.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  return (
    <TenantForm
      form={form}
      saveLabel={t('tenants.edit.save')}
      cancelTo={LIST}
      shopField={
        <TextInput
          label={t('tenants.form.shop.label')}
          value={`${Shop.shop_id} · ${Shop.shop_name}`}
          readOnly
          variant="filled"
        />
      }
    />
  );
}
