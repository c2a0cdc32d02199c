import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { showScreen } from '../../testing/screen.tsx';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay } from '../format/dates.ts';
import { UnreadDays } from './unread-days.tsx';

const TOMORROW = addDays(browserToday(), 1);
const open = (query: string) => showScreen(<UnreadDays />, { at: `/screen?${query}` });

test.each([
  ['date=garbage', 'The link to this page contains the date "garbage", which could not be read.'],
  ['from=2026-02-31', 'The link to this page contains the date "2026-02-31", which could not be read.'],
  ['to=26%2F11%2F2026', 'The link to this page contains the date "26/11/2026", which could not be read.'],
  [`date=${TOMORROW}`, `The date in this page's link, ${formatOfficeDay(TOMORROW)}, is in the future.`],
])('%s in the address is said', async (query, sentence) => {
  open(query);
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

test('days that are shown are not mentioned', () => {
  open('date=2026-11-02&from=&shop=garbage');
  expect(screen.queryByRole('alert')).toBeNull();
});
