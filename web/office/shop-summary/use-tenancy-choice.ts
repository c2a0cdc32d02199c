import type { ShopSummary } from '#contract/shops.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { summaryOf, type TenancyOfShop, tenancyShown, tenancyToName } from './choose-tenancy.ts';

export interface TenancyChoice {
  tenancy: TenancyOfShop | undefined;
  shown: ShopSummary;
  /** The tenancy of payments, invoices and the balance; undefined when the shop has only a current one. */
  tenancyId: number | undefined;
  showsAll: boolean;
  choose: (tenancyId: string) => void;
  showAll: (isOn: boolean) => void;
}

const FIRST_PAGES = { 'invoices-page': undefined, 'payments-page': undefined, 'statement-page': undefined };

export function useTenancyChoice(shop: ShopSummary): TenancyChoice {
  const { get, change } = useAddress();
  const tenancy = tenancyShown(shop, get('tenancy'));
  const showsAll = get('all-tenancies') === 'true';
  return {
    tenancy,
    shown: summaryOf(shop, tenancy, showsAll),
    tenancyId: tenancyToName(shop, tenancy),
    showsAll,
    choose: (tenancyId) => change({ ...FIRST_PAGES, tenancy: tenancyId }),
    showAll: (isOn) => change({ ...FIRST_PAGES, 'all-tenancies': isOn ? 'true' : undefined }),
  };
}
