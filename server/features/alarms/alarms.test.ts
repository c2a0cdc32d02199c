/** @module-tag postgres */
import { expect, test } from 'vitest';
import { alarms } from '#contract/alarms.ts';
import { gate } from '#contract/gate.ts';
import { putSetting } from '../../db/settings.ts';
import { METRICS_TOKEN, readMetrics } from '../../testing/metrics.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const openScraped = () => openTestOffice({ METRICS_TOKEN });

async function figureOf({ app }: TestOffice, name: string): Promise<number | undefined> {
  const { body } = await app.send({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return readMetrics(body).samples.find((sample) => sample.name === name)?.value;
}

test('without a setting a list is expected by 08:00 and a phone may be silent for four hours', async () => {
  const { ask } = await openTestOffice();
  expect(await ask(alarms.get, { role: 'manager' })).toEqual({ list_by: '08:00', gate_silent_hours: 4 });
});

test('a change is in the audit log with both values, and the same values add no entry', async () => {
  const { ask, auditLog } = await openTestOffice();
  const body = { list_by: '06:30', gate_silent_hours: 1 };
  await ask(alarms.set, { body });
  await ask(alarms.set, { body });
  expect(await ask(alarms.get, {})).toEqual(body);
  const changes = (await auditLog()).filter(({ event_type }) => event_type === 'Alarms Changed');
  expect(changes.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    [
      'price list expected by: 08:00; nothing from a gate phone: 4 hours',
      'price list expected by: 06:30; nothing from a gate phone: 1 hour',
    ],
  ]);
});

test.each([
  { list_by: '24:00', gate_silent_hours: 4 },
  { list_by: '8:00', gate_silent_hours: 4 },
  { list_by: '08:00', gate_silent_hours: 0 },
  { list_by: '08:00', gate_silent_hours: 25 },
  { list_by: '08:00', gate_silent_hours: 1.5 },
])('$list_by with $gate_silent_hours hours is refused', async (body) => {
  const { refused } = await openTestOffice();
  await refused(alarms.set, { body }, 'invalid_input');
});

test('a setting that an older release stored without the hours is completed', async () => {
  const { app, ask } = await openTestOffice();
  const value = JSON.stringify({ list_by: '05:00' });
  await app.database.write((tx) => putSetting(tx, { name: 'alarms', value, at: app.clock.now() }));
  expect(await ask(alarms.get, {})).toEqual({ list_by: '05:00', gate_silent_hours: 4 });
});

test('a list is late from the time that the market set', { tags: ['slow'] }, async () => {
  const office = await openScraped();
  await office.ask(alarms.set, { body: { list_by: '06:30', gate_silent_hours: 4 } });
  office.goTo('2026-11-20', '06:30:00.000');
  expect(await figureOf(office, 'pola_list_late_seconds')).toBe(0);
  office.goTo('2026-11-20', '06:31:00.000');
  expect(await figureOf(office, 'pola_list_late_seconds')).toBe(60);
});

test('a gate phone is overdue after the hours that the market set', { tags: ['slow'] }, async () => {
  const office = await openScraped();
  await office.ask(alarms.set, { body: { list_by: '08:00', gate_silent_hours: 2 } });
  const shift = { id: '00000000-0000-4000-8000-000000000001', opening_cash: 0, device: 'K' };
  await office.ask(gate.openShift, { role: 'tiketing', body: shift });
  office.app.clock.advance(2 * 60 * 60_000);
  expect(await figureOf(office, 'pola_gate_overdue_seconds')).toBe(0);
  office.app.clock.advance(5000);
  expect(await figureOf(office, 'pola_gate_overdue_seconds')).toBe(5);
});
