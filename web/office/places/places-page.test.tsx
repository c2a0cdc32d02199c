import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { places, shownPlaces } from '#contract/places.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';
import { NOT_ON_PHONES } from '#web/ui/phone-only.tsx';

const KUMARI = { email: 'kumari@example.com', name: 'Kumari', amount: 3000.5 };

function openPlaces() {
  signInAs('manager');
  const sums = shownPlaces.map((place) => ({
    place,
    amount: { drawer: 3000.5, bank: 90_000, nowhere: 250 }[String(place)] ?? 0,
    people: place === 'drawer' ? [KUMARI] : [],
  }));
  const answer = {
    from_tenants: 93_000.5,
    from_visitors: 250,
    from_office: 0,
    places: sums,
    by_own_word: [{ ...KUMARI, amount: 5000 }],
  };
  answerCalls({ 'GET /api/cash/places': () => Response.json(places.now.answer.parse(answer)) });
  openOffice('/money-places');
}

test('each place is shown with its sum and the people who have its money', { tags: ['slow'] }, async () => {
  openPlaces();
  const table = within(await screen.findByRole('table', { name: 'Places of money' }));
  const rowOf = (name: string) => table.getByText(name).closest('tr')?.textContent;
  expect(rowOf('Drawers of open sessions')).toBe('Drawers of open sessionsKumari 3,000.503,000.50');
  expect(rowOf('In the bank')).toContain('90,000.00');
  expect(rowOf('Nowhere')).toContain('250.00');
  const ownWord = within(screen.getByRole('table', { name: 'In the bank by own word' }));
  expect(ownWord.getByText('Kumari').closest('tr')?.textContent).toBe('Kumari5,000.00');
  expect(screen.getByRole('region', { name: 'Paid by tenants' }).textContent).toContain('LKR 93,000.50');
});

test('on a phone the people who have the money are below the place', { tags: ['slow'] }, async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media !== NOT_ON_PHONES,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  openPlaces();
  const table = within(await screen.findByRole('table', { name: 'Places of money' }));
  const [cell] = within(table.getByText(/^Drawers of open sessions/).closest('tr') ?? document.body).getAllByRole(
    'cell',
  );
  expect(cell?.textContent).toBe('Drawers of open sessionsKumari 3,000.50');
});
