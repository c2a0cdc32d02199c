import { settings } from '#contract/settings.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { dropVatRate } from './drop-vat-rate.ts';
import { percent, presentVatRate } from './present.ts';
import { listVatRates } from './queries.ts';
import { setVatRate } from './set-vat-rate.ts';

/** The VAT rate of the whole market. */
export function vatRateRoutes(door: Door): void {
  recording(door, settings.updateVatRate, async ({ body, act }, tx) => {
    const { rate, changed } = await setVatRate(tx, act, { basisPoints: body.newVatRate, validFrom: body.valid_from });
    const text = percent(rate.basis_points);
    const message =
      rate.applied_at === null
        ? `The VAT rate of every shop will be ${text} % from ${rate.valid_from} on.`
        : `The VAT rate of every shop is now ${text} %. Shops changed: ${changed}.`;
    return { message, rate: presentVatRate(rate), shops_changed: changed };
  });
  recording(door, settings.dropVatRate, async ({ params, act }, tx) => {
    await dropVatRate(tx, act, params.id);
    return { message: 'VAT rate taken back.' };
  });
  endpoint(door, settings.vatRates, async () => (await listVatRates(door.database.reader)).map(presentVatRate));
}
