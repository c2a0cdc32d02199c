import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { addMonths, dayOf, firstDayOf, isMonth, type Month, monthOf } from '#billing/calendar.ts';
import { parseRupees } from '#billing/money.ts';
import { type Shop, shops } from '#contract/shops.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { shopTerms } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { TermTable } from '../tenancies/term-table.tsx';
import {
  type EditedShopValues,
  type ShopValues,
  showShopValues,
  toEditedShopInput,
  toShopInput,
  toShopValues,
  validateShop,
} from './convert-shop.ts';
import { ShopForm } from './shop-form.tsx';

const LIST = placeOf('/view-shops');

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

function useTenancyOfShop({ shop_id: id }: Shop) {
  return useLoad<TenancyFile | null>(`tenancy of shop ${id}`, async (signal) => {
    const { shop } = await api(shops.summary, { params: { id } }, { signal });
    if (!shop.Tenant) return null;
    return api(tenancies.get, { params: { id: String(shop.Tenant.tenant_id) } }, { signal });
  });
}

function EditForm({ shop: loaded }: { shop: Shop }) {
  const [shop, setShop] = useState(loaded);
  const redirect = useRedirect();
  const tenancy = useTenancyOfShop(shop);
  const params = { id: shop.shop_id };
  const form: OfficeForm<EditedShopValues> = useOfficeForm({
    initialValues: { ...toShopValues(shop), from_month: '', reason: '' },
    schema: shops.edit.body,
    toBody: (values) => toEditedShopInput(values, changedTerms(shop, values).length > 0),
    check: ({ from_month: _, reason: __, ...values }) => validateShop(values),
    ask: async (values) => ((await confirmSlips(findSlips(shop, values))) ? {} : undefined),
    save: (values, seen) =>
      api(shops.edit, { params, body: toEditedShopInput(values, changedTerms(shop, values).length > 0) }, seen),
    stored: {
      call: shops.edit,
      object: loaded,
      valuesOf: toShopValues,
      objectOf: (saved) => saved.shop,
      show: showShopValues,
      onStored: setShop,
    },
    fallback: t('shops.edit.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  const hasNewTerms = changedTerms(shop, form.inner.values).length > 0;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t('shops.edit.about')}
      </Text>
      <ShopForm
        form={form}
        saveLabel={t('shops.edit.save')}
        cancelTo={LIST}
        idField={<TextInput label={t('shops.form.id.label')} value={shop.shop_id} readOnly variant="filled" />}
      >
        {hasNewTerms && <NewTermFields form={form} tenancy={tenancy.data} />}
      </ShopForm>
      {tenancy.data !== null && (
        <AsyncState load={tenancy} failure={t('shops.edit.termsFailed')}>
          {(file) => file && <TermTable terms={file.Terms} />}
        </AsyncState>
      )}
    </Stack>
  );
}

function NewTermFields({
  form,
  tenancy,
}: {
  form: OfficeForm<EditedShopValues>;
  tenancy: TenancyFile | null | undefined;
}) {
  const months = tenancy ? monthsToChange(tenancy) : [];
  const { value, ...month } = form.field('from_month');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {tenancy && (
        <ChoiceField
          label={t('shops.edit.from.label')}
          description={t('shops.edit.from.description')}
          data={months.map((one) => ({ value: one, label: formatMonth(one) }))}
          {...month}
          value={value || months[0]}
        />
      )}
      <TextInput
        label={t('shops.edit.reason.label')}
        description={t('shops.edit.reason.description')}
        autoComplete="off"
        {...form.field('reason')}
      />
    </SimpleGrid>
  );
}

function confirmSlips(slips: readonly string[]): Promise<boolean> {
  if (slips.length === 0) return Promise.resolve(true);
  return confirm({
    title: t('shops.edit.slip.title'),
    body: slips.join(' '),
    action: t('shops.edit.slip.action'),
    isDoubtful: true,
  });
}

type TermName = (typeof shopTerms)[number];

function changedTerms(shop: Shop, values: ShopValues): TermName[] {
  const before = toShopInput(toShopValues(shop));
  const after = toShopInput(values);
  return shopTerms.filter((term) => hundredths(before[term]) !== hundredths(after[term]));
}

function findSlips(shop: Shop, values: ShopValues): string[] {
  const before = toShopInput(toShopValues(shop));
  const after = toShopInput(values);
  return changedTerms(shop, values).flatMap((term) => {
    const old = hundredths(before[term]);
    const next = hundredths(after[term]);
    if (old === undefined || next === undefined || old === 0) return [];
    if (next > 2 * old) return [t('shops.edit.slip.double', { term })];
    return 2 * next < old ? [t('shops.edit.slip.half', { term })] : [];
  });
}

function hundredths(figure: string | number): number | undefined {
  return parseRupees(String(figure));
}

const MONTHS_AHEAD = 12;

/** Returns the first month from now on that is not billed yet, and the twelve months after it. */
function monthsToChange({ last_billed_month: billed }: Pick<TenancyFile, 'last_billed_month'>): Month[] {
  const now = monthOf(dayOf(browserNow()));
  const next = billed !== null && isMonth(billed) ? monthOf(addMonths(firstDayOf(billed), 1)) : now;
  const first = firstDayOf(next > now ? next : now);
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, at) => monthOf(addMonths(first, at)));
}
