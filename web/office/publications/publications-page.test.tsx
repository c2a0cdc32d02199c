import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { day, startOfDay } from '#billing/calendar.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testPublication } from '../../testing/publications.ts';

const LIST = 'GET /api/publications';
const REMOVE = 'DELETE /api/publications/2';

const onlyEnglish = { topic_si: '', topic_ta: '', description_si: '', description_ta: '' };
const board = [
  testPublication({ id: 4, topic: 'Farmers’ day', type: 'event', ...onlyEnglish }),
  testPublication({ id: 3, topic: 'Fee hours', description: 'From five.', ...onlyEnglish }),
  testPublication({ id: 2, createdAt: startOfDay(day('2026-11-02')), description_ta: '' }),
  testPublication({ id: 1, topic: 'Award for the market', type: 'news', image: 'data:image/webp;base64,' }),
];

beforeEach(() => signInAs('editor'));
afterEach(() => setCurrentLanguage('en'));

async function topics(tab = 'Notice') {
  const table = await screen.findByRole('table', { name: tab });
  return [...table.querySelectorAll('a[href^="/news/"]')].map((link) => link.textContent);
}

const tab = (name: RegExp) => screen.findByRole('tab', { name });

test('the menu links to both screens', async () => {
  answerCalls({});
  openOffice('/publication');
  expect((await screen.findByRole('link', { name: /^Add publication/ })).getAttribute('href')).toBe('/add-publication');
  const view = screen.getByRole('link', { name: /^View publications/ });
  expect(view.getAttribute('href')).toBe('/view-publications');
});

test('notices come first, newest at the top, each with links to its public page and to its form', async () => {
  answerCalls({ [LIST]: () => Response.json(board) });
  openOffice('/view-publications');
  expect(await topics()).toEqual(['Fee hours', 'Closed on Poya']);
  expect(screen.getByRole('link', { name: 'Closed on Poya' }).getAttribute('href')).toBe('/news/2');
  expect(screen.getByRole('link', { name: 'Edit Closed on Poya' }).getAttribute('href')).toBe('/edit-publication/2');
  expect(screen.getAllByText('2 Nov 2026').length).toBeGreaterThan(0);
});

test.each([
  ['si', '/si/news/2', false],
  ['ta', '/ta/news/2', true],
] as const)(
  'in %s a publication has its own texts if topic and description are translated',
  async (language, to, isEnglish) => {
    answerCalls({ [LIST]: () => Response.json(board) });
    setCurrentLanguage(language);
    openOffice('/view-publications');
    const table = await screen.findByRole('table');
    const link = table.querySelector(`a[href="${to}"]`);
    expect(link?.textContent === 'Closed on Poya').toBe(isEnglish);
    expect(link?.textContent).not.toBe('');
  },
);

test('each tab shows its count, and the chosen one is in the URL', async () => {
  answerCalls({ [LIST]: () => Response.json(board) });
  const { user, address } = openOffice('/view-publications');
  await topics();
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(names).toEqual(['Notice2', 'Announcement0', 'News1', 'Event1']);
  await user.click(await tab(/^Event/));
  expect(await topics('Event')).toEqual(['Farmers’ day']);
  expect(address()).toBe('/view-publications?type=event');
});

test('a publication shows in which other languages it is complete', async () => {
  answerCalls({ [LIST]: () => Response.json(board) });
  openOffice('/view-publications');
  await topics();
  const [, english, both] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(english).not.toMatch(/Sinhala|Tamil/);
  expect(both).toContain('Sinhala');
  expect(both).not.toContain('Tamil');
});

test.each(['poya', 'FULL-MOON', 'පෝය', 'போயா'])('searching %s finds the notice in its texts', async (search) => {
  answerCalls({ [LIST]: () => Response.json(board.map((each) => ({ ...each, ...(each.id !== 2 && onlyEnglish) }))) });
  openOffice(`/view-publications?search=${encodeURIComponent(search)}`);
  await waitFor(async () => expect(await topics()).toContain('Closed on Poya'));
});

test('a search in the wrong tab shows which tab has results', async () => {
  answerCalls({ [LIST]: () => Response.json(board) });
  openOffice('/view-publications?search=farmers');
  await screen.findByText('No results for “farmers”.');
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(names).toEqual(['Notice0', 'Announcement0', 'News0', 'Event1']);
});

test('a publication that is loaded twice is shown once', async () => {
  answerCalls({ [LIST]: () => Response.json([...board, ...board]) });
  openOffice('/view-publications');
  expect(await topics()).toEqual(['Fee hours', 'Closed on Poya']);
});

test('deleting asks, names the publication and what remains, and reloads the list', { tags: ['slow'] }, async () => {
  let remaining = board;
  const sent = answerCalls({
    [LIST]: () => Response.json(remaining),
    [REMOVE]: () => {
      remaining = board.filter(({ id }) => id !== 2);
      return Response.json({ message: 'Publication deleted.' });
    },
  });
  const { user } = openOffice('/view-publications');
  await user.click(await screen.findByRole('button', { name: 'Delete Closed on Poya' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Closed on Poya”?' });
  expect(dialog.textContent).toContain('Its text will stay in the system logs.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Publication deleted.');
  await waitFor(async () => expect(await topics()).toEqual(['Fee hours']));
  expect(sent.map(({ call }) => call)).toEqual([LIST, REMOVE, LIST]);
});

test('nothing is deleted before the question is answered', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [LIST]: () => Response.json(board) });
  const { user } = openOffice('/view-publications');
  await user.click(await screen.findByRole('button', { name: 'Delete Closed on Poya' }));
  await screen.findByRole('dialog');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
});

test("a failed delete shows the reason, or 'Failed to delete publication.'", { tags: ['slow'] }, async () => {
  let answer = () => refuse('publication_not_found');
  answerCalls({ [LIST]: () => Response.json(board), [REMOVE]: () => answer() });
  const { user } = openOffice('/view-publications');
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Closed on Poya' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  await remove();
  await screen.findByText('Publication not found.');
  answer = () => new Response('', { status: 500 });
  await remove();
  await screen.findByText('Failed to delete publication.');
});

test('a list that cannot be loaded is reported, and Try again loads it', async () => {
  answerCalls({});
  const { user } = openOffice('/view-publications');
  await screen.findByText('Failed to fetch publications.');
  answerCalls({ [LIST]: () => Response.json(board) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await topics()).toHaveLength(2);
});

test.each([
  ['', 'No notices yet.'],
  ['?type=announcement', 'No announcements yet.'],
  ['?type=news', 'No news yet.'],
  ['?type=event', 'No events yet.'],
  ['?type=nothing', 'No notices yet.'],
])('an empty tab (%s) says so and offers to add the first', async (query, sentence) => {
  answerCalls({ [LIST]: () => Response.json([]) });
  openOffice(`/view-publications${query}`);
  await screen.findByText(sentence);
  expect(screen.getAllByRole('link', { name: 'Add publication' })).toHaveLength(2);
});
