import { useState } from 'react';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { ShopSelect } from '../take/choose-shop-panel.tsx';
import { findPayer } from '../take/find-payer.ts';
import type { FixablePayment } from './fixable-payment.ts';

interface PlacePanelProps {
  payment: FixablePayment;
  onChange: (place: { shop_id: string; tenancy_id: number } | undefined) => void;
}

/** The shop, and its tenant where it had several. Starts without a choice. */
export function PlacePanel({ payment, onChange }: PlacePanelProps) {
  const [shopId, setShopId] = useState('');
  const [tenancyId, setTenancyId] = useState<number>();
  const choose = (shop_id: string, tenancy_id: number | undefined) => {
    setTenancyId(tenancy_id);
    const isSame = tenancy_id === undefined || tenancy_id === payment.tenancy_id;
    onChange(isSame ? undefined : { shop_id, tenancy_id });
  };
  const summary = useLoad(`place ${shopId}`, async (signal) => {
    if (shopId === '') return undefined;
    const { shop } = await api(shops.summary, { params: { id: shopId } }, { signal });
    choose(shopId, findPayer(shop)?.tenancyId);
    return shop;
  });
  return (
    <>
      <ShopSelect
        value={shopId}
        onChange={(chosen) => {
          setShopId(chosen);
          choose(chosen, undefined);
        }}
      />
      {summary.data && (
        <TenantSelect shop={summary.data} value={tenancyId} onChange={(chosen) => choose(shopId, chosen)} />
      )}
    </>
  );
}

interface TenantSelectProps {
  shop: ShopSummary;
  value: number | undefined;
  onChange: (tenancyId: number) => void;
}

function TenantSelect({ shop: { Tenancies }, value, onChange }: TenantSelectProps) {
  const data = Tenancies.map(({ tenancy_id, tenant_name, ended_on }) => ({
    value: String(tenancy_id),
    label:
      ended_on === null
        ? tenant_name
        : t('payments.fix.place.former', { tenant: tenant_name, day: formatOfficeDay(ended_on) }),
  }));
  return (
    <ChoiceField
      label={t('payments.fix.place.tenant')}
      data={data}
      placeholder={t('payments.fix.place.noTenant')}
      value={value === undefined ? '' : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
