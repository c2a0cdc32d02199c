import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { findPayer } from '../payments/take/find-payer.ts';

export type TenancyOfShop = ShopSummary['Tenancies'][number];

export function tenancyShown(shop: ShopSummary, id: string): TenancyOfShop | undefined {
  const payer = findPayer(shop, Number(id));
  return shop.Tenancies.find(({ tenancy_id }) => tenancy_id === payer?.tenancyId);
}

export function summaryOf(shop: ShopSummary, tenancy: TenancyOfShop | undefined, showsAll: boolean): ShopSummary {
  if (!tenancy || shop.Tenancies.length < 2) return shop;
  const isShown = ({ tenancy_id }: { tenancy_id: number }) => showsAll || tenancy_id === tenancy.tenancy_id;
  return {
    ...shop,
    ShopBalance: { ...shop.ShopBalance, balance_amount: tenancy.balance_amount },
    total_owed: tenancy.amount_due,
    Payments: shop.Payments.filter(isShown),
    VoidedPayments: shop.VoidedPayments.filter(isShown),
    Invoices: shop.Invoices.filter(isShown),
  };
}

/**
 * Returns the tenancy id to send; undefined when the shop has only a current tenancy, which the server uses by default.
 */
export function tenancyToName({ Tenancies }: ShopSummary, tenancy: TenancyOfShop | undefined): number | undefined {
  const isOnlyOne = Tenancies.length < 2 && tenancy?.ended_on === null;
  return isOnlyOne ? undefined : tenancy?.tenancy_id;
}

export function describeTenancy({ tenant_name: name, started_on, ended_on }: TenancyOfShop): string {
  const from = formatOfficeDay(started_on);
  if (ended_on === null) return t('shop-summary.tenancy.current', { name, from });
  return t('shop-summary.tenancy.former', { name, from, until: formatOfficeDay(ended_on) });
}
