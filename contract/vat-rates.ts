import { z } from 'zod';
import { call } from './call.ts';
import { type InputMessageKey, inputMessage } from './messages/input-message.ts';
import { guarded } from './money-effects.ts';
import { dayText, idInPath, instant, percentIn } from './scalars.ts';

const message = z.string();

/** A VAT rate that applies to all shops from a day on (specification 2, section 5). */
const vatRate = z.object({
  id: z.int(),
  vat_rate: z.number().meta({ description: 'Percent' }),
  valid_from: dayText,
  set_by: z.string(),
  set_at: instant,
  /** The instant at which the rate was set for every shop; null while its day is in the future. */
  applied_at: instant.nullable(),
});
export type VatRate = z.output<typeof vatRate>;

/** Returns the rate that was set last, which the next one replaces. */
export function findNewestRate(rates: readonly VatRate[]): VatRate | undefined {
  return rates.toSorted((one, other) => one.set_at.localeCompare(other.set_at) || one.id - other.id).at(-1);
}

/** Percent above 0. The message for a wrong rate is that of specification 2, section 5. */
const vatRateIn = z
  .unknown()
  .transform((given, context) => {
    const read = percentIn.safeParse(given);
    if (read.success && read.data > 0) return read.data;
    context.issues.push({ code: 'custom', input: given, message: inputMessage(rateFault(given)) });
    return z.NEVER;
  })
  .meta({ description: 'Percent above 0, at most 100: a number, or text such as 17.5; at most 2 decimals' });

function rateFault(given: unknown): InputMessageKey {
  const rate = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  if (rate > 100) return 'input.vat-rates.too-high';
  return rate > 0 ? 'input.vat-rates.decimals' : 'input.vat-rates.rate';
}

export const vatRates = {
  set: call({
    method: 'PUT',
    path: '/api/settings/update-vat-rate',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Set the VAT rate of all shops from a day on, by default the 1st of this month. Issued invoices do not change.',
    body: z.object({
      newVatRate: vatRateIn,
      /** The first day of the rate, in this month or later. A future rate from the same day is replaced. */
      valid_from: dayText.optional(),
    }),
    versionFields: ['vat_rate', 'valid_from'],
    answer: z.object({ message, rate: vatRate, shops_changed: z.int() }),
    refusals: [...guarded],
  }),
  list: call({
    method: 'GET',
    path: '/api/settings/vat-rates',
    permission: 'books.read',
    summary: 'List VAT rates for all shops: scheduled rates, then the current and earlier ones.',
    answer: z.array(vatRate),
    refusals: [],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/settings/vat-rates/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'Cancel a scheduled VAT rate.',
    params: z.object({ id: idInPath }),
    answer: z.object({ message }),
    refusals: ['vat_rate_not_found', ...guarded],
  }),
};
