import { Select } from '@mantine/core';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';

interface ShopSelectProps {
  value: string;
  onChange: (shopId: string | null) => void;
  /** The focus starts here. */
  isFirst?: boolean;
  /** Not on a page, whose landmarks contain everything. */
  withinPortal?: boolean;
}

export function ShopSelect({ value, onChange, isFirst = false, withinPortal = true }: ShopSelectProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const all = load.data ?? [];
  const chosen = all.find(({ shop_id }) => shop_id.toLowerCase() === value.toLowerCase());
  return (
    <Select
      // Options that arrive later select nothing for text typed before, so the field is replaced.
      key={load.data ? 'ready' : 'waiting'}
      disabled={!load.data}
      label={t('payments.make.shop.label')}
      placeholder={load.isLoading ? t('payments.make.shop.loading') : t('payments.make.shop.placeholder')}
      required
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      // Else the list forgets, just after it opened, what fast typing had marked, and Enter chooses nothing.
      selectFirstOptionOnDropdownOpen={value === ''}
      autoFocus={isFirst && value === ''}
      data={all.map(({ shop_id, shop_name, tenant_name }) => ({
        value: shop_id,
        label: [shop_id, shop_name, tenant_name].filter(Boolean).join(' · '),
      }))}
      value={chosen?.shop_id ?? null}
      onChange={onChange}
      nothingFoundMessage={t('payments.make.shop.none')}
      comboboxProps={{ withinPortal }}
      error={load.error === undefined ? undefined : t('payments.make.shop.failed')}
    />
  );
}
