import { z } from 'zod';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { CompareSettings } from '#contract/other-centres.ts';
import { setting } from '../audit/setting.ts';

interface StoredCompare {
  is_national: boolean;
  cents_per_km: Cents;
  load_kg: number;
}

/** A small lorry, loaded with a ton. Each market changes both to what is usual where it is. */
const FIRST: StoredCompare = { is_national: false, cents_per_km: cents(15_000), load_kg: 1000 };

export const compareSetting = setting<StoredCompare>({
  name: 'other-centres',
  schema: z.object({ is_national: z.boolean(), cents_per_km: z.int().transform(cents), load_kg: z.int() }),
  first: () => FIRST,
  describe: ({ is_national, cents_per_km, load_kg }) => ({
    [message('other-centres.audit.national')]: message(
      is_national ? 'other-centres.audit.yes' : 'other-centres.audit.no',
    ),
    [message('other-centres.audit.rate')]: String(toRupees(cents_per_km)),
    [message('other-centres.audit.load')]: `${load_kg} kg`,
  }),
  changed: { type: 'Other Centres Setting Changed', description: apiMessage('other-centres.audit.changed') },
});

export function presentCompare({ is_national, cents_per_km, load_kg }: StoredCompare): CompareSettings {
  return { is_national, rupees_per_km: toRupees(cents_per_km), load_kg };
}
