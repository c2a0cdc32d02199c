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
import { wholeRupees } from '#billing/money.ts';
import type { BulkPass } from '#server/features/bulk-actions/for-each-shop.ts';
import { setFrom } from '#server/features/dated-settings/dated-setting.ts';
import { vatRate } from '#server/features/dated-settings/vat-rate.ts';
import { applyFines } from '#server/features/fines/apply-fines.ts';
import { arrestFines } from '#server/features/fines/arrest-fines.ts';
import { arrestInvoices } from '#server/features/invoices/arrest-invoices.ts';
import { addCharge } from '#server/features/other-charges/record-charge.ts';
import { recordReading } from '#server/features/other-charges/record-reading.ts';
import { addKind } from '#server/features/other-charges/save-kind.ts';
import { addShop } from '#server/features/shops/add-shop.ts';
import { editShop } from '#server/features/shops/edit-shop.ts';
import { findShop } from '#server/features/shops/queries.ts';
import { findCurrentTenancy } from '#server/features/tenants/queries.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { randomFrom } from '../random.ts';
import { timeOn } from '../timeline.ts';
import { planBank } from './plan-bank.ts';
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
  planBank(market, from);
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
    atOnce: 1,
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

const MONTHS = 4;
const READ_ON = 28;
const PLAN_CHARGES_NOON = 12 * 60;
const METERED = ['C2', 'C3', 'C7', 'C8', 'C12'];
const RETURNED_CHEQUE = 'C3';

function planCharges(market: DemoMarket): void {
  const { tx, timeline, opening, now } = market;
  const first = addMonths(dayInMonth(monthOf(dayOf(now)), READ_ON), -MONTHS);
  const kinds = { electricity: 0, cheque: 0 };
  // What is planned before the opening never happens, and later readings need the kinds.
  timeline.plan(timeOn(first > opening ? first : opening, PLAN_CHARGES_NOON), async (at) => {
    const context = doneBy('superadmin', at);
    const meter = { name: 'Electricity', name_si: 'විදුලිය', name_ta: 'மின்சாரம்', unit: 'kWh', rate: wholeRupees(45) };
    const cheque = { name: 'Returned cheque', name_si: 'අගරු වූ චෙක්පත', name_ta: 'திரும்பிய காசோலை', unit: '' };
    kinds.electricity = (await addKind(tx, context, { ...meter, basis: 'meter', is_vatable: true })).id;
    kinds.cheque = (await addKind(tx, context, { ...cheque, basis: 'fixed', is_vatable: false })).id;
  });
  for (const shopId of METERED) planReadings(market, shopId, () => kinds.electricity);
  timeline.plan(timeOn(addDays(first, 5), PLAN_CHARGES_NOON), (at) =>
    forTenancy(market, RETURNED_CHEQUE, (tenancyId) =>
      addCharge(tx, doneBy('admin', at), {
        tenancyId,
        kindId: kinds.cheque,
        amount: wholeRupees(1500),
        note: 'Cheque 004711',
      }),
    ),
  );
}

function planReadings(market: DemoMarket, shopId: string, kindId: () => number): void {
  const { tx, timeline, now, seed } = market;
  const random = randomFrom(seed, 'meter', shopId);
  let reading = Math.round(9000 * random.uniform()) * 1000;
  for (let back = MONTHS; back > 0; back -= 1) {
    const previousReading = reading;
    reading += Math.round(80 + 120 * random.uniform()) * 1000;
    const read = { reading, previousReading, note: '' };
    const day = addMonths(dayInMonth(monthOf(dayOf(now)), READ_ON), -back);
    timeline.plan(timeOn(day, PLAN_CHARGES_NOON + 30), (at: Instant) =>
      forTenancy(market, shopId, (tenancyId) =>
        recordReading(tx, doneBy('admin', at), { tenancyId, kindId: kindId(), ...read }),
      ),
    );
  }
}

async function forTenancy(
  { tx }: DemoMarket,
  shopId: string,
  act: (tenancyId: number) => Promise<unknown>,
): Promise<void> {
  const shop = await findShop(tx, shopId);
  const tenancy = shop && (await findCurrentTenancy(tx, shop.id));
  if (tenancy) await act(tenancy.id);
}
