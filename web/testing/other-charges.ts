import { day, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';

const at = startOfDay(day('2026-11-01'));

export function testKind(more: Partial<OtherChargeKind> = {}): OtherChargeKind {
  return {
    kind_id: 1,
    name: 'Electricity',
    name_si: 'විදුලිය',
    name_ta: 'மின்சாரம்',
    is_vatable: true,
    basis: 'meter',
    unit: 'kWh',
    rate: 45,
    is_archived: false,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}

export function testCharges(more: Partial<Answer<typeof otherCharges.list>> = {}): Answer<typeof otherCharges.list> {
  return otherCharges.list.answer.parse({
    next_month: monthOf(day('2026-11-01')),
    waiting: [
      {
        charge_id: 31,
        tenancy_id: 7,
        kind_id: 1,
        basis: 'meter',
        is_vatable: true,
        name: 'Electricity',
        name_si: 'විදුලිය',
        name_ta: 'மின்சாரம்',
        amount: 5422.5,
        month_year: '2026-11',
        last_month: null,
        unit: 'kWh',
        previous_reading: 1000,
        reading: 1120.5,
        quantity: 120.5,
        note: 'Read twice',
        recorded_at: at,
        recorded_by: 'a@example.com',
      },
    ],
    recurring: [],
    last_readings: [{ kind_id: 1, reading: 1120.5 }],
    ...more,
  });
}
