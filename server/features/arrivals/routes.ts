import { addDays, dayNumber, dayOf } from '#billing/calendar.ts';
import { arrivals, MOST_ARRIVAL_DAYS } from '#contract/arrivals.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '#server/http/core/app-context.ts';
import { FileResponse } from '#server/http/core/file-response.ts';
import { badInput } from '#server/http/core/read-request.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import { presentArrivals, presentArrivalsCsv } from './present.ts';
import { listArrivals, listArrivalsOfYear } from './queries.ts';

const USUAL_DAYS = 7;

export function arrivalsRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, arrivals.list, async ({ query, context }) => {
    const to = query.to ?? dayOf(context.now);
    const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
    if (dayNumber(to) - dayNumber(from) >= MOST_ARRIVAL_DAYS)
      throw badInput([{ field: 'from', message: apiMessage('arrivals.period', { days: MOST_ARRIVAL_DAYS }) }]);
    const rows = await listArrivals(db, { from, to });
    return { as_of: context.now, days: presentArrivals(rows, await listVehicleTypes(db)) };
  });
  endpoint(app, arrivals.yearCsv, async ({ params }) => {
    const rows = await listArrivalsOfYear(db, params.year);
    const csv = presentArrivalsCsv(presentArrivals(rows, await listVehicleTypes(db)));
    if (csv === undefined) throw new Refusal('year_not_found', { message: apiMessage('arrivals.no_year') });
    const name = `arrivals-${params.year}`;
    return new FileResponse(Buffer.from(csv), { format: 'csv', name, disposition: 'attachment' });
  });
}
