import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { centreSchema, contactOf } from '#contract/centre.ts';
import type { Language } from '#contract/languages.ts';
import { skies } from '#contract/weather.ts';
import { contactData, frameIn, translatorIn } from '../../testing/site-market.ts';
import { SiteFooter } from '../shell/site-footer.tsx';
import { SiteHeader } from '../shell/site-header.tsx';
import { ContactPage } from './contact-page.tsx';
import { isNight, timeOfDay } from './weather-card.tsx';

const rain = {
  place: 'Dambulla',
  temperature: 28.4,
  description: 'Light rain',
  icon: 'rain',
  state: 'current',
  code: 61,
  observed_at: '2026-11-20T03:00:00.000Z',
};

const pageIn = (language: Language) => (
  <ContactPage data={contactData} frame={frameIn(language, '/contact')} translator={translatorIn(language)} />
);
const weatherCard = (name: RegExp | string = 'Weather in Dambulla') => screen.getByRole('region', { name });

let answer: () => Promise<Response>;
beforeEach(() => {
  answer = async () => Response.json(rain);
  vi.stubGlobal('fetch', (path: string) => {
    expect(path).toBe('/api/weather');
    return answer();
  });
});

test('address, email and every telephone number are links', () => {
  render(pageIn('en'));
  screen.getByText('Example Road, Dambulla', { exact: false });
  expect(screen.getByRole('link', { name: 'office@market.example' }).getAttribute('href')).toBe(
    'mailto:office@market.example',
  );
  const branches = screen.getByRole('heading', { name: 'Branches' }).closest('section') as HTMLElement;
  expect(within(branches).getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(within(branches).getByRole('link', { name: '000 000 2004' }).getAttribute('href')).toBe('tel:0000002004');
  screen.getByRole('link', { name: '000 000 2999' });
});

test('what nobody has entered is not shown', () => {
  const frame = frameIn('en', '/contact');
  const centre = { ...contactOf(centreSchema.parse({})), latitude: frame.centre.latitude };
  const { container } = render(
    <>
      <ContactPage data={contactData} frame={{ ...frame, centre }} translator={translatorIn('en')} />
      <SiteHeader frame={{ ...frame, centre }} links={[]} path="/contact" translator={translatorIn('en')} />
      <SiteFooter frame={{ ...frame, centre }} links={[]} translator={translatorIn('en')} />
    </>,
  );
  expect(container.querySelectorAll('a[href^="tel:"], a[href^="mailto:"]')).toHaveLength(0);
  const places = [...container.querySelectorAll('.not-entered')];
  expect(places).toHaveLength(7);
  // The style sheet shows them only to staff.
  for (const place of places) place.remove();
  expect(screen.queryByText(/Phone|Email|Hotline|Call Center/)).toBeNull();
  expect(container.querySelector('address')?.textContent).toBe('Pola Economic CentreDambulla');
});

test.each([
  ['05:00', '23:59', '', 'It is open from 5AM to 12MN.'],
  ['04:30', '00:00', '', 'Open from 4.30 a.m. to midnight.'],
  ['12:00', '22:05', '', 'Open from noon to 10.05 p.m.'],
  ['04:30', '22:00', 'Daily from 4.30 a.m.', 'Daily from 4.30 a.m.'],
])('opening hours from %s to %s, in words "%s", are shown as: %s', (opens, closes, en, shown) => {
  const frame = frameIn('en', '/contact');
  const openingHours = { opens, closes, text: { en, si: '', ta: '' } };
  render(
    <ContactPage
      data={contactData}
      frame={{ ...frame, centre: { ...frame.centre, openingHours } }}
      translator={translatorIn('en')}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Opening hours' }).parentElement?.textContent).toBe(
    `Opening hours${shown}Calendar: open and closed days`,
  );
});

test.each([
  ['en', 'Weather in Dambulla', 'Rain', 'Observed at 08:30'],
  ['si', 'දඹුල්ල කාලගුණය', 'වැස්ස', 'මැන ගත් වේලාව: 08:30'],
  ['ta', 'தம்புள்ளை: வானிலை', 'மழை', 'அவதானிக்கப்பட்ட நேரம் 08:30'],
] as const)(
  'the weather is loaded after the page, in %s, with its time of observation',
  async (language, title, words, time) => {
    render(pageIn(language));
    expect(weatherCard(title).getAttribute('aria-busy')).toBe('true');
    await screen.findByText('28 °C');
    expect(weatherCard(title).getAttribute('aria-busy')).toBe('false');
    expect(weatherCard(title).textContent).toBe(`${title}28 °C${words}${time}`);
  },
);

test.each(skies)('a sky that is %s has words in three languages and a picture', async (icon) => {
  answer = async () => Response.json({ ...rain, icon });
  const words = (['en', 'si', 'ta'] as const).map((language) => translatorIn(language).t(`weather.${icon}`));
  expect(new Set(words).size).toBe(3);
  const { container } = render(pageIn('en'));
  await screen.findByText(words[0] ?? '');
  expect(container.querySelectorAll('.sky-picture *').length).toBeGreaterThan(0);
});

test('a clear sky has a sun by day and a moon before the market opens', async () => {
  answer = async () => Response.json({ ...rain, icon: 'clear' });
  const day = render(pageIn('en'));
  await screen.findByText('Clear sky');
  expect(day.container.querySelector('.sun')).not.toBeNull();
  cleanup();
  answer = async () => Response.json({ ...rain, icon: 'clear', observed_at: '2026-11-19T23:00:00.000Z' });
  const night = render(pageIn('en'));
  await screen.findByText('Observed at 04:30');
  expect(night.container.querySelector('.moon')).not.toBeNull();
});

test('weather that cannot be loaded is reported in the words of the specification, and Try again loads it', async () => {
  answer = async () => Response.json({ state: 'unavailable', place: 'Dambulla', message: 'Not now.' });
  render(pageIn('en'));
  await screen.findByText('Failed to fetch weather data. Please try again later.');
  answer = () => Promise.reject(new TypeError('no network'));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Failed to fetch weather data. Please try again later.');
  answer = async () => Response.json(rain);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('28 °C');
  expect(screen.queryByText(/^Failed/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Weather/ }));
});

test('an answer after the reader has left changes nothing', async () => {
  let give: ((response: Response) => void) | undefined;
  answer = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  const { unmount } = render(pageIn('en'));
  unmount();
  await act(async () => give?.(Response.json(rain)));
  expect(document.body.textContent).not.toContain('28 °C');
});

test('the map is loaded on request, and not before', async () => {
  render(pageIn('en'));
  expect(document.querySelector('iframe')).toBeNull();
  screen.getByText('The map loads from map.example when you press the button.');
  await userEvent.click(screen.getByRole('button', { name: 'Show the map' }));
  const frame = screen.getByTitle('Street map around Pola Economic Centre');
  expect(frame.getAttribute('src')).toBe(contactData.mapAddress);
  expect(document.activeElement).toBe(frame);
  expect(screen.queryByRole('button', { name: 'Show the map' })).toBeNull();
});

test('without scripts a plain link opens the map, and nothing is loaded', () => {
  const html = renderToString(pageIn('ta'));
  expect(html).toContain('href="https://www.openstreetmap.org/?mlat=7.86&amp;mlon=80.65#map=16/7.86/80.65"');
  expect(html).not.toContain('<iframe');
  expect(html).not.toContain(contactData.mapAddress);
});

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
