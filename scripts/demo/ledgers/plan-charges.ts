import { addDays, addMonths, dayInMonth, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { wholeRupees } from '#billing/money.ts';
import { addCharge } from '#server/features/other-charges/record-charge.ts';
import { recordReading } from '#server/features/other-charges/record-reading.ts';
import { addKind } from '#server/features/other-charges/save-kind.ts';
import { findShop } from '#server/features/shops/queries.ts';
import { findCurrentTenancy } from '#server/features/tenants/queries.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { randomFrom } from '../random.ts';
import { timeOn } from '../timeline.ts';

const MONTHS = 4;
const READ_ON = 28;
const NOON = 12 * 60;
const METERED = ['C2', 'C3', 'C7', 'C8', 'C12'];
const RETURNED_CHEQUE = 'C3';

export function planCharges(market: DemoMarket): void {
  const { tx, timeline, now } = market;
  const first = addMonths(dayInMonth(monthOf(dayOf(now)), READ_ON), -MONTHS);
  const kinds = { electricity: 0, cheque: 0 };
  timeline.plan(timeOn(first, NOON), async (at) => {
    const context = doneBy('superadmin', at);
    const meter = { name: 'Electricity', name_si: 'විදුලිය', name_ta: 'மின்சாரம்', unit: 'kWh', rate: wholeRupees(45) };
    const cheque = { name: 'Returned cheque', name_si: 'අගරු වූ චෙක්පත', name_ta: 'திரும்பிய காசோலை', unit: '' };
    kinds.electricity = (await addKind(tx, context, { ...meter, basis: 'meter', is_vatable: true })).id;
    kinds.cheque = (await addKind(tx, context, { ...cheque, basis: 'fixed', is_vatable: false })).id;
  });
  for (const shopId of METERED) planReadings(market, shopId, () => kinds.electricity);
  timeline.plan(timeOn(addDays(first, 5), NOON), (at) =>
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
    timeline.plan(timeOn(day, NOON + 30), (at: Instant) =>
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
