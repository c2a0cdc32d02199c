import { vatRates } from '#contract/vat-rates.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { writeEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { cancelVatRate } from './drop-vat-rate.ts';
import { percent, presentVatRate } from './present.ts';
import { listVatRates } from './queries.ts';
import { setVatRate } from './set-vat-rate.ts';

/** The VAT rate of the whole market. */
export function vatRateRoutes(app: AppContext): void {
  writeEndpoint(app, vatRates.set, async ({ body, context }, tx) => {
    const { rate, changed } = await setVatRate(tx, context, {
      basisPoints: body.newVatRate,
      validFrom: body.valid_from,
    });
    const text = percent(rate.basis_points);
    const message =
      rate.applied_at === null
        ? `The VAT rate of every shop will be ${text} % from ${rate.valid_from} on.`
        : `The VAT rate of every shop is now ${text} %. Shops changed: ${changed}.`;
    return { message, rate: presentVatRate(rate), shops_changed: changed };
  });
  writeEndpoint(app, vatRates.cancel, async ({ params, context }, tx) => {
    await cancelVatRate(tx, context, params.id);
    return { message: 'VAT rate taken back.' };
  });
  endpoint(app, vatRates.list, async () => (await listVatRates(app.database.reader)).map(presentVatRate));
}
