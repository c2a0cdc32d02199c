/**
 * How tenants pay: what they bring in a month, when, and by which method, once they have seen the invoice.
 *
 * Worked example: a prompt tenant whose invoice prints Rs. 23,482.35 pays exactly that, or Rs. 23,500.00, between the 2nd
 * and the 14th. One who pays in advance brings some months at once and then nothing until that is used up.
 */
import { type Day, dayInMonth, type Month } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import type { Random } from '../random.ts';

export type Habit = 'prompt' | 'late' | 'in part' | 'in advance' | 'rounding' | 'struggling';

/** What the tenant reads on the invoice. */
export interface ReadInvoice {
  month: Month;
  /** Everything asked for, with what was open before. */
  totalCents: Cents;
  /** Rent, fee and VAT of this month alone. */
  billCents: Cents;
}

export interface Handover {
  day: Day;
  cents: Cents;
  method: PaymentMethod;
  /** Days until the office learns of it and records it. */
  recordedAfterDays: number;
}

/** What a tenant of that habit brings for an invoice; nothing when nothing is asked for. */
export function handoversOf(habit: Habit, invoice: ReadInvoice, usual: PaymentMethod, random: Random): Handover[] {
  // The same count of draws whatever comes of them, so that one habit's months stay alike.
  const [when, second, amount, chance] = [random.uniform(), random.uniform(), random.uniform(), random.uniform()];
  const method = random.uniform() < 0.85 ? usual : 'Cash';
  const delay = method === 'Bank Transfer' ? 1 + Math.floor(random.uniform() * 3) : 0;
  const { month, totalCents } = invoice;
  const bring = (firstDay: number, lastDay: number, share: number, howMuch: number): Handover[] => {
    if (howMuch <= 0) return [];
    const day = dayInMonth(month, firstDay + Math.floor(share * (lastDay - firstDay + 1)));
    return [{ day, cents: cents(howMuch), method, recordedAfterDays: delay }];
  };
  switch (habit) {
    case 'prompt':
      if (chance < 0.03) return bring(17, 24, when, totalCents);
      return bring(2, 14, when, amount < 0.35 ? roundedUp(totalCents, 100) : totalCents);
    case 'late':
      return chance < 0.45 ? bring(17, 28, when, totalCents) : bring(9, 15, when, totalCents);
    case 'in part': {
      const half = Math.min(totalCents, roundedUp(totalCents * (0.4 + 0.2 * amount), 500));
      const rest = totalCents - half;
      return [
        ...bring(3, 8, when, half),
        ...(chance < 0.85 ? bring(11, 15, second, rest) : bring(20, 28, second, rest)),
      ];
    }
    case 'in advance': {
      if (totalCents === 0) return [];
      const months = amount < 0.6 ? 3 : 6;
      return bring(2, 10, when, roundedUp(totalCents + (months - 1) * invoice.billCents, 1000));
    }
    case 'rounding':
      return bring(3, 15, when, roundedUp(totalCents, 500));
    case 'struggling':
      if (isHarvest(month)) return bring(18, 27, when, totalCents);
      if (chance < 0.2) return [];
      return bring(8, 26, when, Math.min(totalCents, roundedUp(invoice.billCents * (0.4 + 0.4 * amount), 500)));
  }
}

/** Whoever is behind pays everything once the harvest is sold. */
function isHarvest(month: Month): boolean {
  return month.endsWith('-03') || month.endsWith('-09');
}

function roundedUp(amount: number, rupees: number): number {
  return Math.ceil(amount / (rupees * 100)) * rupees * 100;
}
