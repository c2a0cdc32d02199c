import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
// The page is imported in advance, because the office imports its pages lazily.
import './price-post-page.tsx';

const post = (language: 'en' | 'si' | 'ta') => ({
  language,
  text: `The list in ${language}\nhttps://pola.example/d/2026-11-20`,
  link: 'https://pola.example/d/2026-11-20',
  pages: [`/share/${language}/2026-11-20/1.png`],
  wide: `/share/${language}/2026-11-20.png`,
  notice: `/price-list/${language}/2026-11-20.pdf`,
});

function open() {
  answerCalls({
    'GET /api/prices/days/2026-11-20/post': () =>
      Response.json({ date: '2026-11-20', prices: 93, posts: [post('en'), post('si'), post('ta')] }),
    'GET /share/si/2026-11-20/1.png': () => new Response('picture'),
  });
  return openOffice('/price-post/2026-11-20');
}

const cardOf = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => signInAs('editor'));
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

test('on a computer the text of a language is copied with one click', { tags: ['slow'] }, async () => {
  const { user } = open();
  const sinhala = await cardOf('Sinhala');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(sinhala.getByRole('button', { name: 'Copy text' }));
  expect(write.mock.calls).toEqual([['The list in si\nhttps://pola.example/d/2026-11-20']]);
  expect(sinhala.queryByRole('button', { name: 'Share pictures and text' })).toBeNull();
  expect(sinhala.getByRole('link', { name: 'Notice to print' }).getAttribute('href')).toBe(
    '/price-list/si/2026-11-20.pdf',
  );
});

test('on a phone pictures and text are handed to the share sheet with one tap', { tags: ['slow'] }, async () => {
  const shared: ShareData[] = [];
  const share = async (data: ShareData) => void shared.push(data);
  Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = open();
  await user.click((await cardOf('Sinhala')).getByRole('button', { name: 'Share pictures and text' }));
  await expect.poll(() => shared.length).toBe(1);
  expect(shared[0]?.text).toContain('The list in si');
  expect(shared[0]?.files?.map(({ name, type }) => [name, type])).toEqual([['2026-11-20-1.png', 'image/png']]);
});
