import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { findNewestTariff, tariff } from '#contract/tariff.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cancelFuture, setFrom } from '../dated-settings/dated-setting.ts';
import {
  addVehicleType,
  changeVehicleType,
  lockVehicleTypes,
  orderVehicleTypes,
  removeVehicleType,
} from './change-vehicle-types.ts';
import { presentTariff, presentVehicleType } from './present.ts';
import { findTariffOn, listTariffs, lockTariffs } from './queries.ts';
import { tariffSetting } from './tariff-setting.ts';
import { listVehicleTypes } from './vehicle-type-queries.ts';

export function tariffRoutes(app: AppContext): void {
  vehicleTypeRoutes(app);
  endpoint(app, tariff.set, {
    async current(_, tx) {
      // The data version is locked too, because before the first prices are set there is no tariff row to lock.
      await lockDataVersion(tx);
      return findNewestTariff((await lockTariffs(tx)).map(presentTariff)) ?? {};
    },
    async record({ body, context }, tx) {
      const { valid_from: from, ...value } = body;
      const today = dayOf(context.now);
      const set = await setFrom(tx, context, { setting: tariffSetting, value, from });
      const row = set ?? (await findTariffOn(tx, from ?? today));
      if (!row) throw new Error('the tariff that applies is not stored');
      const done = row.valid_from > today ? 'tariff.set.scheduled' : 'tariff.set.applied';
      return {
        message: apiMessage(set ? done : 'tariff.set.unchanged', { date: { day: row.valid_from } }),
        tariff: presentTariff(row),
      };
    },
  });
  endpoint(app, tariff.list, async () => (await listTariffs(app.database.reader)).map(presentTariff));
  endpoint(app, tariff.cancel, {
    async record({ params, context }, tx) {
      await cancelFuture(tx, context, { setting: tariffSetting, key: String(params.id) });
      return { message: apiMessage('tariff.cancel.done') };
    },
  });
}

function vehicleTypeRoutes(app: AppContext): void {
  endpoint(app, tariff.listTypes, () => listVehicleTypes(app.database.reader));
  endpoint(app, tariff.addType, {
    record: async ({ body, context }, tx) => ({
      message: apiMessage('tariff.type.added'),
      vehicle_type: presentVehicleType(await addVehicleType(tx, context, body)),
    }),
  });
  endpoint(app, tariff.changeType, {
    async current({ params }, tx) {
      const type = (await lockVehicleTypes(tx)).find(({ id }) => id === params.id);
      return type && presentVehicleType(type);
    },
    record: async ({ params, body, context }, tx) => ({
      message: apiMessage('tariff.type.changed'),
      vehicle_type: presentVehicleType(await changeVehicleType(tx, context, { id: params.id, fields: body })),
    }),
  });
  endpoint(app, tariff.setTypeOrder, {
    current: async (_, tx) => ({ vehicle_type_ids: (await lockVehicleTypes(tx)).map(({ id }) => id) }),
    async record({ body, context }, tx) {
      await orderVehicleTypes(tx, context, body.vehicle_type_ids);
      return { message: apiMessage('tariff.type.ordered'), vehicle_type_ids: body.vehicle_type_ids };
    },
  });
  endpoint(app, tariff.removeType, {
    async record({ params, context }, tx) {
      await removeVehicleType(tx, context, params.id);
      return { message: apiMessage('tariff.type.removed') };
    },
  });
}
