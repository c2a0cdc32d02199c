import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type Shop, shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { BETWEEN_PARTS } from '#web/ui/choice/find-typed.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { NO_VALUES, TenantForm, type TenantValues, valuesOf } from './tenant-form.tsx';

type NewTenantValues = TenantValues & { shop_id: string; from: Day | null; tenant_ref: string };

interface ShopsToLet {
  vacant: readonly Shop[];
  /** Current tenants, who must leave before their shop can be let. */
  current: Answer<typeof tenants.list>;
  former: Answer<typeof tenants.list>;
}

/** `?shop=` chooses the shop. */
export function AddTenantPage() {
  const redirect = useRedirect();
  const [added, setAdded] = useState(0);
  const load = useLoad<ShopsToLet>('shops without tenants', async (signal) => {
    // If these lists cannot be loaded, the page works without them: they only offer known tenants, and explain which
    // tenant must leave first.
    const list = (query: { former?: 'true' }) => api(tenants.list, { query }, { signal }).catch(() => []);
    const [vacant, current, former] = await Promise.all([
      api(shops.withoutTenants, {}, { signal }),
      list({}),
      list({ former: 'true' }),
    ]);
    return { vacant, current, former };
  });
  const asked = useAddress().get('shop');
  const onAdded = () => {
    setAdded((before) => before + 1);
    load.reload();
    redirect(placeOf('/view-tenants'), 2);
  };
  return (
    <Screen path="/add-tenant">
      <AsyncState load={load} failure={t('tenants.add.shopsFailed')}>
        {({ vacant, current, former }) => (
          <>
            {added === 0 && <LetTo shop={asked} current={current} />}
            {vacant.length === 0 ? (
              <NoShops />
            ) : (
              <AddForm
                key={added}
                toLet={{ vacant, current, former }}
                asked={added === 0 ? asked : ''}
                onAdded={onAdded}
              />
            )}
          </>
        )}
      </AsyncState>
    </Screen>
  );
}

function LetTo({ shop, current }: { shop: string; current: ShopsToLet['current'] }) {
  const tenant = current.find(({ shop_id }) => shop_id.toLowerCase() === shop.trim().toLowerCase());
  if (!tenant) return null;
  return (
    <Alert color="gray" variant="outline" role="status" maw={760} p="sm">
      <Group gap="sm">
        <Text size="sm">{t('tenants.add.letTo', { shop: tenant.shop_id, name: tenant.name })}</Text>
        <Anchor component={Link} to={placeOf('/end-tenancy/:id', { id: tenant.tenant_id })} size="sm">
          {t('tenants.add.endFirst')}
        </Anchor>
      </Group>
    </Alert>
  );
}

function NoShops() {
  const next = (
    <Group gap="sm" justify="center">
      <Button component={Link} to={placeOf('/add-shop')}>
        {t('tenants.add.addShop')}
      </Button>
      <Button component={Link} to={placeOf('/view-tenants')} variant="default">
        {t('tenants.add.viewTenants')}
      </Button>
    </Group>
  );
  return <Empty text={t('tenants.add.noShops')} next={next} />;
}

interface AddFormProps {
  toLet: ShopsToLet;
  /** The ID of a shop in the address, or an empty text. */
  asked: string;
  onAdded: () => void;
}

function AddForm({ toLet, asked, onAdded }: AddFormProps) {
  const { vacant, current } = toLet;
  const { key } = useFormKey();
  const [typed, setTyped] = useState('');
  const isVacant = vacant.some(({ shop_id }) => shop_id === asked);
  const form: OfficeForm<NewTenantValues> = useOfficeForm({
    initialValues: { ...NO_VALUES, tenant_ref: '', shop_id: isVacant ? asked : '', from: browserToday() },
    schema: tenants.add.body,
    toBody: toNewTenant,
    check: validateNewTenant,
    save: (values) => api(tenants.add, { body: toNewTenant(values) }, { idempotencyKey: key }),
    fallback: t('tenants.add.failed'),
    fieldOfRefusal: { shop_has_tenant: 'shop_id', shop_not_found: 'shop_id', tenant_not_found: 'tenant_ref' },
    onSaved: ({ message }) => {
      toastDone(message, 2);
      onAdded();
    },
  });
  return (
    <TenantForm
      form={form}
      saveLabel={t('tenants.add.save')}
      cancelTo={placeOf('/tenant-management')}
      knownField={<KnownTenant form={form} toLet={toLet} />}
      shopField={
        <>
          <Stack gap="xs">
            <SearchedChoice
              label={t('tenants.form.shop.label')}
              required
              placeholder={t('tenants.form.shop.placeholder')}
              nothingFoundMessage={t('tenants.form.shop.none')}
              onTyped={setTyped}
              data={vacant.map(({ shop_id, shop_name }) => ({
                value: shop_id,
                label: [shop_id, shop_name].join(BETWEEN_PARTS),
              }))}
              {...form.field('shop_id')}
              value={form.inner.values.shop_id}
            />
            <LetTo shop={typed} current={current} />
          </Stack>
          <DayField label={t('tenants.form.from')} required {...form.field('from')} value={form.inner.values.from} />
        </>
      }
    />
  );
}

/** The field that chooses a tenant of another shop. Their details are filled in and can be changed. */
function KnownTenant({ form, toLet }: { form: OfficeForm<NewTenantValues>; toLet: ShopsToLet }) {
  const people = listPeople(toLet);
  if (people.length === 0) return null;
  const { onChange, ...field } = form.field('tenant_ref');
  return (
    <SearchedChoice
      label={t('tenants.add.known')}
      description={t('tenants.add.knownHint')}
      nothingFoundMessage={t('tenants.add.knownNone')}
      clearable
      data={people.map(({ tenant_ref, name, shop_id }) => ({
        value: String(tenant_ref),
        label: [name, shop_id].join(BETWEEN_PARTS),
      }))}
      {...field}
      value={form.inner.values.tenant_ref}
      onChange={(chosen) => {
        onChange(chosen);
        const known = people.find(({ tenant_ref }) => String(tenant_ref) === chosen);
        if (known) form.inner.setValues(valuesOf(known));
      }}
    />
  );
}

type Person = Answer<typeof tenants.list>[number];

/** Returns each tenant once, with the shop of a current tenancy if there is one. */
function listPeople({ current, former }: ShopsToLet): Person[] {
  const people = new Map([...current, ...former].toReversed().map((row) => [row.tenant_ref, row]));
  return [...people.values()].toReversed();
}

/** Returns the body of the request. If the first day is today it is omitted, so that the server uses its own date. */
function toNewTenant({ from, tenant_ref, ...values }: NewTenantValues) {
  const known = tenant_ref !== '' && { tenant_ref };
  return { ...values, ...known, ...(from !== null && from !== browserToday() && { from }) };
}

function validateNewTenant({ shop_id, from }: NewTenantValues) {
  const today = browserToday();
  return {
    ...(shop_id === '' && { shop_id: t('tenants.form.shop.missing') }),
    ...(from === null && { from: t('tenants.form.missing') }),
    ...(from !== null && from > today && { from: t('tenants.form.fromInFuture', { day: formatOfficeDay(today) }) }),
  };
}
