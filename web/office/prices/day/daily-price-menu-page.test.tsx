import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addDays, startOfDay } from '#billing/calendar.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { NOT_AVAILABLE } from '../read-price.ts';
import { readDraft, saveDraft } from '../sheet/use-drafted-sheet.ts';
import { DailyPriceMenuPage } from './daily-price-menu-page.tsx';

beforeEach(() => localStorage.clear());

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const keep = (daysAgo: number) => {
  const date = addDays(browserToday(), -daysAgo);
  saveDraft(date, { savedAt: startOfDay(date), entries: new Map([[1, NOT_AVAILABLE]]) });
  return date;
};

test('the menu links to the sheet, the list, the import, the calendar and the board', () => {
  showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
  expect(links()).toEqual(
    expect.arrayContaining(['/add-dailyprice', '/view-dailyprices', '/import-prices', '/market-calendar', '/board']),
  );
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
});

test('unsaved drafts are listed, newest first, and very old ones are deleted', () => {
  const [older, newer, oldest] = [keep(3), keep(1), keep(100)];
  showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
  const drafts = links().filter((href) => href?.includes('?date='));
  expect(drafts).toEqual([`/add-dailyprice?date=${newer}`, `/add-dailyprice?date=${older}`]);
  expect(readDraft(oldest)).toBeUndefined();
});

test('an unreadable draft is ignored', () => {
  localStorage.setItem(`pola.price-sheet.${browserToday()}`, '{"entries": 5');
  showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
});
