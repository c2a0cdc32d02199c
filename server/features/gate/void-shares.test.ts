/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls } from '#contract/gate.ts';
import { openTestGate } from '../../testing/gate.ts';

test('voided tickets are summed by person, with those without a reason and the share of own tickets beside the others', async () => {
  const gate = await openTestGate();
  const voids = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).voids;
  const sell = async (count: number, role: 'tiketing' | 'editor') => {
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) {
      const key = `00000000-0000-4000-8000-${role === 'editor' ? '1' : '0'}${String(made).padStart(11, '0')}`;
      ids.push((await gate.issue({ price: 100 }, { role, key })).ticket.id);
    }
    return ids;
  };
  const [first = 0, second = 0, third = 0] = await sell(8, 'tiketing');
  const [other = 0] = await sell(30, 'editor');
  await gate.issueVehicle({}, { role: 'editor' });
  await gate.takeBack(first);
  await gate.takeBack(second, 'Paid twice');
  await gate.takeBack(other, 'Wrong price', 'editor');
  await gate.takeBack(third, 'Visitor left', 'manager');
  const none = { payments: 0, corrections: 0, amount: 0 };
  expect(await voids()).toEqual([
    {
      ...none,
      person: 'tiketing@example.com',
      tickets: 2,
      ticket_sum: 200,
      without_reason: 1,
      own_share: 25,
      others_share: 3.2,
    },
    {
      ...none,
      person: 'editor@example.com',
      tickets: 1,
      ticket_sum: 100,
      without_reason: 0,
      own_share: 3.2,
      others_share: 25,
    },
    {
      ...none,
      person: 'manager@example.com',
      tickets: 1,
      ticket_sum: 100,
      without_reason: 0,
      own_share: null,
      others_share: 7.7,
    },
  ]);
});

test('a cancellation that an earlier gate screen sends without a reason is recorded', async () => {
  const gate = await openTestGate();
  const { ticket } = await gate.issue({ price: 20, device_number: 'AA-1' });
  await gate.takeBack(ticket.id);
  const check = await gate.ask(calls.check, { role: 'tiketing', params: { number: 'AA-1' } });
  expect(check).toMatchObject({ state: 'void', void_reason: '' });
});
