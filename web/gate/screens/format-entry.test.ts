import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { parseCash, rupeesText } from './format-entry.ts';

test('amounts have cents only when they are not 0', () => {
  expect([2000, 125_000, 2050].map((amount) => rupeesText(cents(amount)))).toEqual(['Rs 20', 'Rs 1,250', 'Rs 20.50']);
});

test.each([
  ['500', 50_000],
  [' 1,250.50 ', 125_050],
  ['0', 0],
  ['-5', undefined],
  ['five', undefined],
  ['1.005', undefined],
])('%j in the field is %j cents', (text, amount) => {
  expect(parseCash(text)).toBe(amount);
});

test('one ticket, two tickets', () => {
  expect([0, 1, 2].map((count) => t('gate-app.shift.tickets', { count }))).toEqual([
    '0 tickets',
    '1 ticket',
    '2 tickets',
  ]);
});
