import { isPaymentReference, shopsOfReference } from '#billing/tax/payment-reference.ts';
import { shops } from '#contract/shops.ts';
import { type Tenant, tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import type { Choice } from '#web/ui/choice/choice-field.tsx';
import { BETWEEN_PARTS } from '#web/ui/choice/find-typed.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';

interface ShopSelectProps {
  /** The id of a shop, or the value that `formerPayer` returns; empty for none. */
  value: string;
  /** Receives the chosen value, empty for none, and the text that was typed. */
  onChange: (chosen: string, typed: string) => void;
  /** Choices in addition to the shops. */
  more?: readonly Choice[];
  /** True when the focus starts in this field. */
  isFirst?: boolean;
  /** False for a field on a page, where everything must be inside a landmark. */
  withinPortal?: boolean;
}

/** A field for a shop, which also accepts the payment reference of one of its bills. */
export function ShopSelect({ value, onChange, more = [], isFirst = false, withinPortal = true }: ShopSelectProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const all = load.data ?? [];
  const ids = all.map(({ shop_id }) => shop_id);
  const choices = all.map(({ shop_id, shop_name, tenant_name }) => ({
    value: shop_id,
    label: [shop_id, shop_name, tenant_name].filter(Boolean).join(BETWEEN_PARTS),
  }));
  const data = load.data ? [...choices, ...more] : [];
  const chosen = data.find((one) => one.value.toLowerCase() === value.toLowerCase());
  return (
    <SearchedChoice
      label={t('payments.make.shop.label')}
      placeholder={load.isLoading ? t('payments.make.shop.loading') : t('payments.make.shop.placeholder')}
      required
      autoFocus={isFirst && value === ''}
      data-autofocus={isFirst || undefined}
      data={data}
      value={chosen?.value ?? ''}
      meantBy={(text) => shopsOfReference(text, ids)}
      onChange={onChange}
      nothingFoundMessage={load.data ? t('payments.make.shop.none') : t('payments.make.shop.loading')}
      comboboxProps={{ withinPortal }}
      error={load.error === undefined ? undefined : t('payments.make.shop.failed')}
    />
  );
}

interface PayerSelectProps {
  /** The id of the shop that pays; empty for none. */
  shopId: string;
  /** The id of the tenancy that pays; undefined if it is not known yet. */
  tenancyId: number | undefined;
  onChange: (chosen: { shop: string; tenancy: string; reference: string }) => void;
}

/** A field for who pays: a shop, a former tenant who still owes, or the payment reference of a bill of either. */
export function PayerSelect({ shopId, tenancyId, onChange }: PayerSelectProps) {
  const load = useLoad('former tenants', (signal) => api(tenants.list, { query: { former: 'true' } }, { signal }));
  const former = (load.data ?? []).filter((one) => one.amount_due > 0 || one.tenant_id === tenancyId);
  const chosen = former.find(({ tenant_id }) => tenant_id === tenancyId);
  return (
    <ShopSelect
      value={chosen ? formerPayer(chosen) : shopId}
      onChange={(value, typed) => {
        const [shop = '', tenancy = ''] = value.split(' ');
        onChange({ shop, tenancy, reference: isPaymentReference(typed) ? typed.trim() : '' });
      }}
      more={former.map((one) => ({ value: formerPayer(one), label: describeFormer(one) }))}
      isFirst
      withinPortal={false}
    />
  );
}

/** The ids of the shop and of the tenancy are separated by a space, because a shop's id cannot contain a space. */
function formerPayer({ shop_id, tenant_id }: Tenant): string {
  return `${shop_id} ${tenant_id}`;
}

function describeFormer({ name, shop_id: shop, ended_on: until }: Tenant): string {
  if (until === null) return name;
  return [name, t('payments.make.shop.former', { shop, day: formatOfficeDay(until) })].join(BETWEEN_PARTS);
}
