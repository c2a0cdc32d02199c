import { gate, type Shift } from '#contract/gate.ts';
import { may } from '#contract/permissions.ts';
import type { Reader } from '../../db/connect.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { addDevice } from './add-device.ts';
import { closeShift } from './close-shift.ts';
import { findTicket } from './find-ticket.ts';
import { openShift } from './open-shift.ts';
import { presentCheck, presentShift } from './present.ts';
import { listShifts, type ShiftRow, sumShifts } from './queries.ts';

/** The gate: its phones, its shifts, and the check of a printed ticket. */
export function gateRoutes(door: Door): void {
  const db = door.database.reader;
  recording(door, gate.addDevice, async ({ act }, tx) => {
    const letters = await addDevice(tx, act);
    return { message: `This phone is ${letters}.`, device: { letters } };
  });
  recording(door, gate.openShift, async ({ body, act }, tx) => {
    const row = await openShift(tx, act, body);
    return { message: 'Shift opened.', shift: await presentOne(tx, row) };
  });
  recording(door, gate.closeShift, async ({ params, body, act, caller }, tx) => {
    const row = await closeShift(tx, act, params.id, body, may(caller.role, 'shifts.all'));
    return { message: 'Shift closed.', shift: await presentOne(tx, row) };
  });
  endpoint(door, gate.shifts, async ({ query, caller }) => {
    const rows = await listShifts(db, {
      date: query.date,
      isOpen: query.open && query.open === 'true',
      issuedBy: may(caller.role, 'shifts.all') ? undefined : caller.email,
    });
    const sums = await sumShifts(db, rows);
    return rows.map((row) => presentShift(row, sums.get(row.id)));
  });
  endpoint(door, gate.check, async ({ params }) =>
    presentCheck(await findTicket(db, params.number), door.config.centre),
  );
}

async function presentOne(db: Reader, row: ShiftRow): Promise<Shift> {
  return presentShift(row, (await sumShifts(db, [row])).get(row.id));
}
