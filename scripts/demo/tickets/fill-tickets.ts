import { addDays, addMonths, type Day, dayInMonth, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { cents, sumCents } from '#billing/money.ts';
import { setFrom } from '#server/features/dated-settings/dated-setting.ts';
import { addDevice } from '#server/features/gate/add-device.ts';
import { closeShift } from '#server/features/gate/close-shift.ts';
import { openShift } from '#server/features/gate/open-shift.ts';
import { type TariffPrices, tariffSetting } from '#server/features/tariff/tariff-setting.ts';
import { readVoid } from '#server/features/tickets/refuse-void.ts';
import { issueSanitationTicket } from '#server/features/tickets/sanitation/issue-ticket.ts';
import { voidSanitationTicket } from '#server/features/tickets/sanitation/void-ticket.ts';
import { issueVehicleTicket } from '#server/features/tickets/vehicle/issue-ticket.ts';
import { voidVehicleTicket } from '#server/features/tickets/vehicle/void-ticket.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { timeOn } from '../timeline.ts';
import { DEMO_PHONES, DEMO_TYPES, type PlannedTicket, planTickets } from './plan-tickets.ts';

export function fillTickets(market: DemoMarket, months = 13): void {
  const { tx, timeline, opening } = market;
  const { sanitation, vehicles, shifts } = planTickets(market, months);
  for (const _ of DEMO_PHONES)
    timeline.plan(timeOn(opening, 9 * 60), (at) =>
      addDevice(tx, { ...doneBy('superadmin', at), accountId: undefined }),
    );
  planTariffs(market);
  for (const { id, by, openedAt, openingRupees, closed } of shifts) {
    const opening_cash = cents(openingRupees * 100);
    timeline.plan(openedAt, (at) => openShift(tx, doneBy(by, at), { id, opening_cash, device: DEMO_PHONES[0] }));
    if (!closed) continue;
    timeline.plan(closed.at, (at) => {
      const issued = vehicles.filter(({ shiftId, voided }) => shiftId === id && (!voided || voided.at > at));
      const counted = sumCents([opening_cash, ...issued.map(({ rupees }) => cents(rupees * 100))]);
      const counted_cash = cents(counted + closed.differenceRupees * 100);
      return closeShift(tx, doneBy(by, at), { id, counted_cash, reason: closed.reason, seesAll: false });
    });
  }
  for (const ticket of sanitation) {
    const { price } = ticket;
    planTicket(market, ticket, {
      issue: (context, said) => issueSanitationTicket(tx, context, { price, ...said }),
      voidTicket: voidSanitationTicket,
    });
  }
  for (const ticket of vehicles) {
    const { vehicleNumber, vehicleType, rupees } = ticket;
    const ticketPrice = cents(rupees * 100);
    const vehicle = { vehicleNumber, vehicleType, ticketPrice, mayTakeAnyPrice: true };
    planTicket(market, ticket, {
      issue: (context, said) => issueVehicleTicket(tx, context, { ...vehicle, ...said }),
      voidTicket: voidVehicleTicket,
    });
  }
}

function planTariffs({ tx, timeline, opening, now }: DemoMarket): void {
  const pricesFor = (factor: number) =>
    Object.fromEntries(DEMO_TYPES.map(([type, , rupees]) => [type, cents(rupees * factor * 100)]));
  const set = (value: TariffPrices, from: Day) => (at: Instant) =>
    setFrom(tx, doneBy('admin', at), { setting: tariffSetting, value, from });
  timeline.plan(timeOn(opening, 9 * 60), set(pricesFor(1), opening));
  const yesterday = addDays(dayOf(now), -1);
  const nextMonth = addMonths(dayInMonth(monthOf(dayOf(now)), 1), 1);
  if (yesterday > opening) timeline.plan(timeOn(yesterday, 9 * 60), set(pricesFor(1.5), nextMonth));
}

function planTicket(
  { tx, timeline }: DemoMarket,
  { at: issuedAt, by, deviceNumber, shiftId, voided }: PlannedTicket,
  {
    issue,
    voidTicket,
  }: {
    issue: (
      context: ReturnType<typeof doneBy>,
      said: { device_number: string | undefined; shift_id: string | undefined },
    ) => Promise<{ id: number }>;
    voidTicket: typeof voidSanitationTicket;
  },
): void {
  let id = 0;
  timeline.plan(issuedAt, async (at) => {
    ({ id } = await issue(doneBy(by, at), { device_number: deviceNumber, shift_id: shiftId }));
  });
  if (voided)
    timeline.plan(voided.at, (at) =>
      voidTicket(tx, doneBy(by, at), readVoid({ id, reason: voided.reason }, 'manager')),
    );
}
