import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import type { NewsPageData } from '#contract/site.ts';
import { frameIn, newsItem, translatorIn } from '../../testing/site-market.ts';
import { NewsItemPage } from './news-item-page.tsx';
import { NewsPage } from './news-page.tsx';

function show(fields: Partial<NewsPageData> = {}, language: Language = 'en') {
  const usual: NewsPageData = { publications: [newsItem(2), newsItem(1)], newsType: 'all', page: 1, pages: 1 };
  return render(
    <NewsPage data={{ ...usual, ...fields }} frame={frameIn(language, '/news')} translator={translatorIn(language)} />,
  );
}

const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('each publication has a picture or words, type, day, topic and description, and links to its own page', () => {
  show({ publications: [newsItem(2, { type: 'notice', image: '/images/gate.webp' }), newsItem(1)] }, 'si');
  const [notice, news] = screen.getAllByRole('listitem');
  if (!notice || !news) throw new Error('news is missing');
  expect(notice.querySelector('img')?.getAttribute('src')).toBe('/images/gate.webp');
  expect(notice.textContent).toContain('දැන්වීම2026 නොවැ 20');
  expect(notice.textContent).toContain('What happened, number 2.');
  expect(within(notice).getByRole('link', { name: 'Topic 2' }).getAttribute('href')).toBe('/si/news/2');
  expect(news.textContent).toContain('පින්තූරයක් නැත');
});

test('types are links in the same language, and the chosen one is marked', () => {
  show({ newsType: 'event' }, 'ta');
  const chips = within(screen.getByRole('navigation', { name: 'செய்தி வகை' })).getAllByRole('link');
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href'), chip.getAttribute('aria-current')])).toEqual(
    [
      ['அனைத்தும்', '/ta/news', null],
      ['அறிவித்தல்', '/ta/news?type=notice', null],
      ['பொது அறிவிப்பு', '/ta/news?type=announcement', null],
      ['செய்தி', '/ta/news?type=news', null],
      ['நிகழ்வு', '/ta/news?type=event', 'true'],
    ],
  );
});

test('a page in the middle links to the newer and the older ones of the same type', () => {
  show({ newsType: 'event', page: 2, pages: 3 });
  expect(hrefOf('Newer')).toBe('/news?type=event');
  expect(hrefOf('Older')).toBe('/news?type=event&page=3');
  screen.getByText('Page 2 of 3');
});

test('news that fit on one page have no page links, and an empty list shows a message', () => {
  show({ publications: [] });
  screen.getByText('No publications found.');
  expect(screen.queryByRole('navigation', { name: 'News pages' })).toBeNull();
});

test('the page of a publication is complete, with its line breaks, and a text in another language is marked', () => {
  const publication = newsItem(7, {
    topic: { text: 'போயா தினம்', language: 'ta' },
    description: { text: `Line one.\n${'x'.repeat(300)}`, language: 'en' },
  });
  render(<NewsItemPage data={{ publication }} frame={frameIn('si', '/news/7')} translator={translatorIn('si')} />);
  expect(screen.getByRole('heading', { level: 1 }).firstElementChild?.getAttribute('lang')).toBe('ta');
  const text = screen.getByText(/Line one/);
  expect([text.lang, text.textContent]).toEqual(['en', publication.description.text]);
  expect(screen.queryByText('පින්තූරයක් නැත')).toBeNull();
  expect(hrefOf('සියලු පුවත්')).toBe('/si/news');
});
