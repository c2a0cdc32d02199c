import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Publication } from '#contract/publications.ts';
import { answerWithEnter } from './support/answer-question.ts';
import { PUBLIC_URL, test } from './support/market.ts';
import { type Market, signInBrowser } from './support/start-market.ts';

async function published(market: Market): Promise<Publication[]> {
  return (await fetch(`${market.url}/api/publications`)).json();
}

interface FeedEntry {
  title: string;
  link: string;
  text: string;
}

async function readFeed(page: Page, market: Market, language: string): Promise<FeedEntry[]> {
  const answer = await fetch(`${market.url}/api/v1/feeds/${language}/publications.atom`);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  return page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      if (parsed.querySelector('parsererror')) throw new Error(parsed.documentElement.textContent);
      const ATOM = 'http://www.w3.org/2005/Atom';
      return [...parsed.getElementsByTagNameNS(ATOM, 'entry')].map((entry) => {
        const textOf = (name: string) => entry.getElementsByTagNameNS(ATOM, name)[0]?.textContent ?? '';
        const link = entry.getElementsByTagNameNS(ATOM, 'link')[0]?.getAttribute('href') ?? '';
        return { title: textOf('title'), link, text: textOf('content') };
      });
    },
    await answer.text(),
  );
}

const picture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7a45' } })
    .png()
    .toBuffer();

test('an event is published with a picture, read by everybody, changed and deleted', async ({ page, market }) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/admin-dashboard`);
  await page.getByRole('link', { name: 'Publications' }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Add publication/ })
    .click();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Event');
  await page.getByRole('textbox', { name: 'Topic', exact: true }).fill('Seed fair & <b>plants</b>');
  await page
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('Seeds of the season.\n\nEntrance is free.');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fair.png', mimeType: 'image/png', buffer: await picture() });
  await expect(page.locator('form img')).toBeVisible();
  await page.getByRole('button', { name: 'Sinhala and Tamil translations' }).click();
  await page.getByRole('textbox', { name: 'Sinhala topic' }).fill('බීජ පොළ');
  await page.getByRole('textbox', { name: 'Sinhala description' }).fill('ප්‍රවේශය නොමිලේ.');
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: 'Publish this event?' });
  await expect(question).toContainText('Tamil readers will see the English text where a translation is missing.');
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Publication added.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Topic', exact: true })).toHaveValue('');

  const [newest] = await published(market);
  expect(newest).toMatchObject({ type: 'event', topic: 'Seed fair & <b>plants</b>', topic_si: 'බීජ පොළ' });
  const image = await fetch(market.url + new URL(newest?.image ?? '', PUBLIC_URL).pathname);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const [inEnglish] = await readFeed(page, market, 'en');
  expect(inEnglish).toEqual({
    title: 'Seed fair & <b>plants</b>',
    link: `${PUBLIC_URL}/news/${newest?.id}`,
    text: 'Seeds of the season.Entrance is free.',
  });
  expect((await readFeed(page, market, 'si'))[0]).toEqual({
    title: 'බීජ පොළ',
    link: `${PUBLIC_URL}/si/news/${newest?.id}`,
    text: 'ප්‍රවේශය නොමිලේ.',
  });
  expect((await readFeed(page, market, 'ta'))[0]?.title).toBe('Seed fair & <b>plants</b>');

  await page.goto(`${market.url}/view-publications?type=event`);
  const line = page.getByRole('row', { name: /Seed fair/ });
  await expect(line.locator('img')).toBeVisible();
  await expect(line).toContainText('Sinhala');
  await line.getByRole('link', { name: /^Edit/ }).click();
  await page.getByRole('textbox', { name: 'Topic', exact: true }).fill('Seed fair moved');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Notice');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('dialog', { name: 'Save changes to this notice?' })
    .getByRole('button', { name: 'Save changes' })
    .click();
  await expect(page.getByText('Publication updated.')).toBeVisible();
  await page.waitForURL(/\/view-publications\?type=notice/);
  await expect(page.getByRole('row', { name: /Seed fair moved/ })).toBeVisible();
  expect((await readFeed(page, market, 'en'))[0]?.title).toBe('Seed fair moved');

  await page.getByRole('button', { name: 'Delete Seed fair moved' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Publication deleted.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Seed fair moved/ })).toHaveCount(0);
  expect((await published(market)).map(({ id }) => id)).not.toContain(newest?.id);
  const titles = (await readFeed(page, market, 'en')).map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(10);
  expect(titles).not.toContain('Seed fair moved');
});

test('a notice is published only by keyboard', async ({ page, market }) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/add-publication`);
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused();
  await page.keyboard.type('Noti');
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('notice');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Cold room repaired');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It takes goods again.');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Publish this notice?' });
  await expect(question.getByRole('button', { name: 'Publish' })).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('“Cold room repaired” is now on the public site.')).toBeVisible();
  expect((await published(market))[0]).toMatchObject({ topic: 'Cold room repaired', type: 'notice', image: null });
});
