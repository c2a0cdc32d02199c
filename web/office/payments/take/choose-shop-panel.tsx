import { shopsOfReference } from '#billing/tax/payment-reference.ts';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { BETWEEN_PARTS } from '#web/ui/choice/find-typed.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';

interface ShopSelectProps {
  value: string;
  /** Receives the id of the shop, or an empty text for none. */
  onChange: (shopId: string) => void;
  /** True when the focus starts in this field. */
  isFirst?: boolean;
  /** False for a field on a page, where everything must be inside a landmark. */
  withinPortal?: boolean;
}

/** A field for a shop. It also accepts the payment reference of one of the shop's bills. */
export function ShopSelect({ value, onChange, isFirst = false, withinPortal = true }: ShopSelectProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const all = load.data ?? [];
  const ids = all.map(({ shop_id }) => shop_id);
  const chosen = all.find(({ shop_id }) => shop_id.toLowerCase() === value.toLowerCase());
  return (
    <SearchedChoice
      label={t('payments.make.shop.label')}
      placeholder={load.isLoading ? t('payments.make.shop.loading') : t('payments.make.shop.placeholder')}
      required
      autoFocus={isFirst && value === ''}
      data-autofocus={isFirst || undefined}
      data={all.map(({ shop_id, shop_name, tenant_name }) => ({
        value: shop_id,
        label: [shop_id, shop_name, tenant_name].filter(Boolean).join(BETWEEN_PARTS),
      }))}
      value={chosen?.shop_id ?? ''}
      meantBy={(text) => shopsOfReference(text, ids)}
      onChange={onChange}
      nothingFoundMessage={load.data ? t('payments.make.shop.none') : t('payments.make.shop.loading')}
      comboboxProps={{ withinPortal }}
      error={load.error === undefined ? undefined : t('payments.make.shop.failed')}
    />
  );
}
