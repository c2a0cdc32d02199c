import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { showScreen } from '../../testing/screen.tsx';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay } from '../format/dates.ts';
import { UnreadDays } from './unread-days.tsx';
import { useAddress } from './use-address.ts';

test('a change that began before the last render does not lose the change of that render', async () => {
  const drawn: ReturnType<typeof useAddress>[] = [];
  function Screen() {
    const address = useAddress();
    drawn.push(address);
    return <p>{address.get('tab')}</p>;
  }
  const { address } = showScreen(<Screen />, { path: '/invoices', at: '/invoices?search=A-1&page=3' });
  const [first] = drawn;
  first?.change({ tab: 'paid', page: undefined });
  await waitFor(() => expect(address()).toBe('/invoices?search=A-1&tab=paid'));
  first?.change({ search: '' });
  await waitFor(() => expect(address()).toBe('/invoices?tab=paid'));
});

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
