/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import type { Writer } from '../../db/connect.ts';
import { openTestGate } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';
import { compareSums } from './compare-sums.ts';

test('a change of tickets or sums outside the product is reported with its place', async () => {
  const gate = await openTestGate();
  const { database } = gate.app;
  await gate.issue({ price: 20 });
  const { ticket } = await gate.issue({ price: 100 });
  await gate.issueVehicle({ ticketPrice: 50.5 });
  await gate.takeBack(ticket.id);
  const before = await everythingIn(gate.app);
  expect(await compareSums(database)).toEqual({ tickets: 2, differences: [] });
  expect(await everythingIn(gate.app)).toEqual(before);

  const tampering: [(tx: Writer) => Promise<unknown>, string[]][] = [
    [
      (tx) =>
        tx
          .updateTable('sanitation_tickets')
          .set({ cents: cents(1999) })
          .where('cents', '=', cents(2000))
          .execute(),
      [
        'tickets, sanitation 19.99 of 2026-11-20: the stored total is none, but it should be 1 for 19.99',
        'tickets, sanitation 20 of 2026-11-20: the stored total is 1 for 20.00, but it should be none',
        'tickets at 20: the stored count is 1, but there are 0 tickets and the newest ticket number is 0',
      ],
    ],
    [
      (tx) => tx.updateTable('ticket_sums').set({ tickets: 2 }).where('kind', '=', 'Van').execute(),
      ['tickets, vehicle Van of 2026-11-20: the stored total is 2 for 50.50, but it should be 1 for 50.50'],
    ],
    [
      (tx) => tx.deleteFrom('sanitation_tickets').where('id', '=', ticket.id).execute(),
      [
        'tickets, sanitation 100 of 2026-11-20: the stored total is 0 for 0.00, but it should be none',
        'tickets at 100: the stored count is 1, but there are 0 tickets and the newest ticket number is 0',
      ],
    ],
    [
      (tx) => tx.updateTable('sanitation_tickets').set({ count: 2 }).where('cents', '=', cents(2000)).execute(),
      ['tickets at 20: the stored count is 1, but there are 1 tickets and the newest ticket number is 2'],
    ],
  ];
  for (const [tamper, expected] of tampering) {
    const found = await database.dryRun(async (tx) => {
      await tamper(tx);
      return compareSums({ ...database, snapshot: (read) => read(tx) });
    });
    expect(found.differences).toEqual(expected);
  }
  expect((await compareSums(database)).differences).toEqual([]);
});
