import {
  addDays,
  addMonths,
  dayInMonth,
  dayOf,
  type Instant,
  type Month,
  monthInYear,
  monthOf,
} from '#billing/calendar.ts';
import type { BulkPass } from '#server/features/bulk-actions/for-each-shop.ts';
import { setFrom } from '#server/features/dated-settings/dated-setting.ts';
import { vatRate } from '#server/features/dated-settings/vat-rate.ts';
import { applyFines } from '#server/features/fines/apply-fines.ts';
import { arrestFines } from '#server/features/fines/arrest-fines.ts';
import { arrestInvoices } from '#server/features/invoices/arrest-invoices.ts';
import { addShop } from '#server/features/shops/add-shop.ts';
import { editShop } from '#server/features/shops/edit-shop.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { timeOn } from '../timeline.ts';
import { planCharges } from './plan-charges.ts';
import { isRentEditedLate, planShops, type ShopPlan, VAT_RAISED_IN } from './plan-shops.ts';
import { planTenancies } from './plan-tenancies.ts';
import { ShopHistory } from './shop-history.ts';

const NOON = 12 * 60;
const RENT_EDITED_AT = 5 * 60;
const FINED_ON = 28;
const ARRESTED_ON = 25;

export function fillLedgers(market: DemoMarket, from: Month): void {
  const { seed, opening, now, timeline } = market;
  const plans = planShops(seed);
  const shopIds = plans.map(({ shopId }) => shopId);
  const tenancies = planTenancies({ seed, shopIds, from: opening, today: dayOf(now) });
  for (const [at, plan] of plans.entries()) {
    planTerms(market, plan, from);
    new ShopHistory(market, plan, tenancies[at] ?? []).planAll(from);
  }
  if (from < VAT_RAISED_IN && VAT_RAISED_IN <= monthOf(dayOf(now))) {
    const validFrom = dayInMonth(VAT_RAISED_IN, 1);
    timeline.plan(timeOn(addDays(validFrom, -14), NOON), (at) =>
      setFrom(market.tx, doneBy('superadmin', at), { setting: vatRate, value: 1800, from: validFrom }),
    );
  }
  planCharges(market);
  planBulkActions(market, from);
}

function planTerms({ tx, timeline, seed, opening, now }: DemoMarket, plan: ShopPlan, from: Month): void {
  const fieldsOf = (month: Month) => {
    const { rentCents, operationFeeCents, vatRateBasisPoints } = plan.termsOf(month);
    const names = { shop_name: plan.name, location: plan.location };
    return { ...names, rent_amount: rentCents, operation_fee: operationFeeCents, vat_rate: vatRateBasisPoints };
  };
  timeline.plan(timeOn(opening, 8 * 60), (at) =>
    addShop(tx, doneBy('superadmin', at), { shop_id: plan.shopId, ...fieldsOf(from) }),
  );
  for (let year = Number(from.slice(0, 4)) + 1; `${year}-01` <= monthOf(dayOf(now)); year += 1) {
    const month = monthInYear(year, 1);
    const minutes = isRentEditedLate(seed, plan.shopId, month) ? NOON + 28 : RENT_EDITED_AT;
    timeline.plan(timeOn(dayInMonth(month, 1), minutes), (at) =>
      editShop(tx, doneBy('admin', at), { shopId: plan.shopId, ...fieldsOf(month) }),
    );
  }
}

function planBulkActions({ tx, timeline, now }: DemoMarket, from: Month): void {
  const pass: BulkPass = {
    keep: (action) => action(tx),
    onShop: async () => {},
    onFailure: (shopId, error) => {
      throw new Error(`shop ${shopId} failed`, { cause: error });
    },
  };
  type BulkAction = typeof arrestInvoices | typeof applyFines;
  const plan = (time: Instant, action: BulkAction) =>
    timeline.plan(time, (at) => action(tx, doneBy('superadmin', at), pass));
  for (let first = dayInMonth(from, 1); first <= dayOf(now); first = addMonths(first, 1)) {
    const month = monthOf(first);
    const number = Number(month.slice(5));
    if (number % 2 === 0) {
      plan(timeOn(dayInMonth(month, ARRESTED_ON), NOON + 40), arrestInvoices);
      plan(timeOn(dayInMonth(month, ARRESTED_ON), NOON + 45), arrestFines);
    }
    if (number % 6 === 2) plan(timeOn(dayInMonth(month, FINED_ON), NOON), applyFines);
  }
}
