import { type Day, dayInMonth, type Month } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/words.ts';
import type { Random } from '../random.ts';

export type PaymentHabit = 'prompt' | 'late' | 'in part' | 'in advance' | 'rounding' | 'struggling';

export interface PrintedInvoice {
  month: Month;
  totalCents: Cents;
  billCents: Cents;
}

export interface PlannedPayment {
  day: Day;
  cents: Cents;
  method: PaymentMethod;
  recordedAfterDays: number;
}

export function planPayments(
  invoice: PrintedInvoice,
  { habit, method: usual }: { habit: PaymentHabit; method: PaymentMethod },
  random: Random,
): PlannedPayment[] {
  // Every random value is drawn, whether or not the tenant's payment habit needs it. A change of the habit then leaves
  // the values of later months as they are.
  const when = random.uniform();
  const second = random.uniform();
  const amount = random.uniform();
  const chance = random.uniform();
  const method = random.uniform() < 0.85 ? usual : 'Cash';
  const delay = method === 'Bank Transfer' ? 1 + Math.floor(random.uniform() * 3) : 0;
  const { month, totalCents } = invoice;
  const pay = ([firstDay, lastDay]: [number, number], share: number, howMuch: number): PlannedPayment[] => {
    if (howMuch <= 0) return [];
    const day = dayInMonth(month, firstDay + Math.floor(share * (lastDay - firstDay + 1)));
    return [{ day, cents: cents(howMuch), method, recordedAfterDays: delay }];
  };
  switch (habit) {
    case 'prompt':
      if (chance < 0.03) return pay([17, 24], when, totalCents);
      return pay([2, 14], when, amount < 0.35 ? roundedUp(totalCents, 100) : totalCents);
    case 'late':
      return chance < 0.45 ? pay([17, 28], when, totalCents) : pay([9, 15], when, totalCents);
    case 'in part': {
      const half = Math.min(totalCents, roundedUp(totalCents * (0.4 + 0.2 * amount), 500));
      const rest = totalCents - half;
      return [
        ...pay([3, 8], when, half),
        ...(chance < 0.85 ? pay([11, 15], second, rest) : pay([20, 28], second, rest)),
      ];
    }
    case 'in advance': {
      if (totalCents === 0) return [];
      const months = amount < 0.6 ? 3 : 6;
      return pay([2, 10], when, roundedUp(totalCents + (months - 1) * invoice.billCents, 1000));
    }
    case 'rounding':
      return pay([3, 15], when, roundedUp(totalCents, 500));
    case 'struggling':
      if (isHarvest(month)) return pay([18, 27], when, totalCents);
      if (chance < 0.2) return [];
      return pay([8, 26], when, Math.min(totalCents, roundedUp(invoice.billCents * (0.4 + 0.4 * amount), 500)));
  }
}

function isHarvest(month: Month): boolean {
  return month.endsWith('-03') || month.endsWith('-09');
}

function roundedUp(amount: number, rupees: number): number {
  return Math.ceil(amount / (rupees * 100)) * rupees * 100;
}
