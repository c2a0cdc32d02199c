import { expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { isNight, timeOfDay } from './weather-card.tsx';

const at = (time: string) => `2026-11-20T${time}:00.000Z` as Instant;

test('the time is that of the market, in any time zone of the reader', () => {
  expect(timeOfDay(at('03:00'))).toBe('08:30');
  expect(timeOfDay(at('18:29'))).toBe('23:59');
  expect(timeOfDay(at('18:30'))).toBe('00:00');
  expect(timeOfDay('2026-11-20T03:59:59.999Z' as Instant)).toBe('09:29');
});

test('the moon is shown until six and again from a quarter past six', () => {
  expect([at('00:29'), at('00:30'), at('12:44'), at('12:45')].map(isNight)).toEqual([true, false, false, true]);
});
