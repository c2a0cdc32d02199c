import { expect, test } from 'vitest';
import { alarmSetting } from '../alarms/read-alarms.ts';
import { alertSetting } from '../alerts/read-alert-settings.ts';
import { limitSetting } from '../approvals/read-limit.ts';
import { yesterdaySetting } from '../cash/cashier-days.ts';
import { sessionSetting } from '../cash/find-session.ts';
import { setupSetting } from '../dashboard/load-setup.ts';
import { requirementSetting } from '../factors/set-requirement.ts';
import { mailSetting } from '../mail/read-mail-server.ts';
import { reminderTexts } from '../reminders/reminder-texts.ts';
import { rentMessageSetting } from '../rent-messages/read-settings.ts';
import { scheduleSetting } from '../schedule/read-schedule.ts';
import { taxSetting } from '../tax/read-setup.ts';

const groups = {
  alarmSetting,
  alertSetting,
  limitSetting,
  mailSetting,
  reminderTexts,
  rentMessageSetting,
  requirementSetting,
  scheduleSetting,
  setupSetting,
  taxSetting,
};
const switches = { sessionSetting, yesterdaySetting };

/** Returns the value with one field left out, for each field of it and of its parts. */
function withoutOne(value: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(value).flatMap(([field, part]) => {
    const { [field]: _, ...others } = value;
    const parts = isGroup(part) ? withoutOne(part).map((less) => ({ ...value, [field]: less })) : [];
    return [others, ...parts];
  });
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

test.each(Object.entries(groups))('%s of a release without a field has its first value', (_, { parse }) => {
  const first = parse(null);
  const stored = withoutOne(JSON.parse(JSON.stringify(first)));
  expect(stored.length).toBeGreaterThan(0);
  for (const one of stored) expect(parse(JSON.stringify(one))).toEqual(first);
});

test.each(Object.entries({ ...groups, ...switches }))(
  '%s of another kind is an error, not its first value',
  (_, { parse }) => {
    for (const text of ['7', '"yes"', '[]', 'null', '']) expect(() => parse(text), text).toThrow();
  },
);

test('a field of another kind is an error, and a field that no longer exists is left out', () => {
  expect(() => alarmSetting.parse('{"list_by":8}')).toThrow();
  expect(alarmSetting.parse('{"list_by":"07:00","bell":true}')).toEqual({ list_by: '07:00', gate_silent_hours: 4 });
  expect([sessionSetting.parse('true'), sessionSetting.parse(undefined)]).toEqual([true, false]);
});
