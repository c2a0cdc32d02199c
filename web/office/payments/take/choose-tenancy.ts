import { matchPaymentReference } from '#billing/tax/payment-reference.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';

export type TenancyOfShop = ShopSummary['Tenancies'][number];

export interface Payer {
  shopId: string;
  tenancyId: number;
  tenant: string;
  /** The amount due, in rupees. */
  due: number;
}

/**
 * Returns the requested tenancy, otherwise the one that the server would choose. Undefined for a shop that has never
 * had a tenant.
 */
export function findPayer(shop: ShopSummary, tenancyId?: number): Payer | undefined {
  const chosen = tenancyShown(shop, tenancyId);
  return (
    chosen && {
      shopId: shop.shop_id,
      tenancyId: chosen.tenancy_id,
      tenant: chosen.tenant_name,
      due: chosen.amount_due,
    }
  );
}

export function tenancyShown({ Tenancies }: ShopSummary, tenancyId?: number): TenancyOfShop | undefined {
  return (
    Tenancies.find(({ tenancy_id }) => tenancy_id === tenancyId) ??
    Tenancies.find(({ ended_on }) => ended_on === null) ??
    Tenancies.find(({ amount_due }) => amount_due > 0) ??
    Tenancies[0]
  );
}

/** Returns the tenancy of the bill that a payment reference names; undefined if the shop has no such bill. */
export function tenancyOfReference({ Invoices }: ShopSummary, reference: string): number | undefined {
  const match = matchPaymentReference(
    reference,
    Invoices.map(({ invoice_id }) => invoice_id),
  );
  if (match.kind !== 'found') return undefined;
  return Invoices.find(({ invoice_id }) => invoice_id === match.invoiceNumber)?.tenancy_id;
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
