import { gate, type Shift } from '#contract/gate.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { Reader } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findTicket } from '../tickets/find-ticket.ts';
import { addDevice } from './add-device.ts';
import { closeShift } from './close-shift.ts';
import { setCountingDay } from './counting.ts';
import { findCountingStart } from './income-queries.ts';
import { loadChangedTypes } from './load-changed-types.ts';
import { loadMonthIncome } from './load-income.ts';
import { loadPhones } from './load-phones.ts';
import { loadMissing, noteMissing } from './note-missing.ts';
import { openShift } from './open-shift.ts';
import { presentCheck, presentShift, presentSplit, seesSums } from './present.ts';
import { countShiftKinds, findShift, listOtherClosers, listShifts, type ShiftRow, sumShifts } from './queries.ts';

export function gateRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, gate.addDevice, {
    async record({ body, context }, tx) {
      const device = await addDevice(tx, context, { isSigned: body.signed === true });
      return { message: apiMessage('gate.add_device.done', { code: device.letters }), device };
    },
  });
  endpoint(app, gate.openShift, {
    async record({ body, context, caller }, tx) {
      const row = await openShift(tx, context, body);
      return { message: apiMessage('gate.open_shift.done'), shift: await loadShift(tx, row, caller.role) };
    },
  });
  endpoint(app, gate.closeShift, {
    async record({ params, body, context, caller }, tx) {
      const row = await closeShift(tx, context, { id: params.id, ...body, seesAll: may(caller.role, 'shifts.all') });
      const split = presentSplit(await countShiftKinds(tx, row));
      return { message: apiMessage('gate.close_shift.done'), shift: await loadShift(tx, row, caller.role), split };
    },
  });
  endpoint(app, gate.shift, async ({ params, caller }) => {
    const row = await findShift(db, params.id);
    if (!row || !(may(caller.role, 'shifts.all') || row.issued_by_id === caller.accountId))
      throw new Refusal('shift_not_found');
    const split = seesSums(row, caller.role) ? presentSplit(await countShiftKinds(db, row)) : [];
    return { shift: await loadShift(db, row, caller.role), split, centre: { name: app.centre.facts.name.en } };
  });
  endpoint(app, gate.shifts, async ({ query, caller }) => {
    const rows = await listShifts(db, {
      date: query.date,
      isOpen: query.open && query.open === 'true',
      issuedBy: may(caller.role, 'shifts.all') ? undefined : caller.accountId,
    });
    const sums = await sumShifts(db, rows);
    const closers = await listOtherClosers(db, rows);
    return rows.map((row) => ({
      ...presentShift(row, { sum: sums.get(row.id), role: caller.role }),
      closed_by_other: closers.get(row.id) ?? null,
    }));
  });
  endpoint(app, gate.income, ({ query, context: { now } }) => loadMonthIncome(db, { now, month: query.month }));
  endpoint(app, gate.phones, ({ context: { now } }) => loadPhones(db, now));
  endpoint(app, gate.changedTypes, ({ context: { now } }) => loadChangedTypes(db, now));
  endpoint(app, gate.missing, ({ context }) => loadMissing(db, context));
  endpoint(app, gate.noteMissing, {
    async record({ body, context }, tx) {
      const count = await noteMissing(tx, context, body);
      return { message: apiMessage('gate.missing.done', { count }) };
    },
  });
  endpoint(app, gate.getCounting, async () => ({ from: await findCountingStart(db) }));
  endpoint(app, gate.setCounting, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return { from: await findCountingStart(tx) };
    },
    async record({ body, context }, tx) {
      await lockDataVersion(tx);
      await setCountingDay(tx, context, body.from);
      return { message: apiMessage('cash.settings.done'), settings: body };
    },
  });
  endpoint(app, gate.check, async ({ params }) => presentCheck(await findTicket(db, params.number), app.centre.facts));
}

async function loadShift(db: Reader, row: ShiftRow, role: Role): Promise<Shift> {
  return presentShift(row, { sum: (await sumShifts(db, [row])).get(row.id), role });
}
