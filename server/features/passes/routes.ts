import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { passes } from '#contract/passes.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentVehicleNumber } from '../tickets/vehicle/present.ts';
import { enterWithPass } from './enter-with-pass.ts';
import { presentPass } from './present.ts';
import { listPasses } from './queries.ts';

export function passRoutes(app: AppContext): void {
  endpoint(app, passes.list, async ({ context }) =>
    (await listPasses(app.database.reader, dayOf(context.now))).flatMap(presentPass),
  );
  endpoint(app, passes.enter, {
    async record({ body, context }, tx) {
      const { row, pass } = await enterWithPass(tx, context, body);
      const number = presentVehicleNumber(pass);
      return {
        message: apiMessage('tickets.pass.done', { vehicle: pass.vehicle_number, number }),
        entry: { id: row.id, pass: number, entered_at: row.entered_at },
      };
    },
  });
}
