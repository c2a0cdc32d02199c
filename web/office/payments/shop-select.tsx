import { Select } from '@mantine/core';
import { shops } from '#contract/shops.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

interface ShopSelectProps {
  /** Empty when none is chosen. */
  value: string;
  onChange: (shopId: string | null) => void;
}

/** A shop, found by its id, its name or who rents it. */
export function ShopSelect({ value, onChange }: ShopSelectProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const all = load.data ?? [];
  const chosen = all.find(({ shop_id }) => shop_id.toLowerCase() === value.toLowerCase());
  return (
    <Select
      // A list that comes later finds no first choice for what was typed already: it can be used from when it is there.
      key={load.data ? 'ready' : 'waiting'}
      disabled={!load.data}
      label="Shop"
      placeholder={load.isLoading ? 'Loading shops…' : 'Search by ID, name or tenant'}
      required
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      autoFocus={value === ''}
      data={all.map(({ shop_id, shop_name, tenant_name }) => ({
        value: shop_id,
        label: [shop_id, shop_name, tenant_name].filter(Boolean).join(' · '),
      }))}
      value={chosen?.shop_id ?? null}
      onChange={onChange}
      nothingFoundMessage="No shop found"
      comboboxProps={{ withinPortal: false }}
      error={load.error === undefined ? undefined : 'Failed to fetch shops.'}
    />
  );
}
