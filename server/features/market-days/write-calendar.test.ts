import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, day } from '#billing/calendar.ts';
import { centreSchema } from '#contract/centre.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';
import { loadCalendar } from '../site/load-page.ts';
import { listUnusualDays } from './find-closed-days.ts';
import { writeCalendar } from './write-calendar.ts';

const LONG = 'Roads flooded between the hills and the market; no lorries, no buyers\\sellers';
const SUNDAY = day('2026-11-29');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: 'https://market.example' });
  const week = { open_weekdays: [1, 2, 3, 4, 5, 6] };
  await app.as('editor', { method: 'PUT', url: '/api/market-days/week', payload: week });
  for (const [date, payload] of [
    [TOMORROW, { kind: 'closed', reason: LONG, reason_si: `${'මාර්ග ගංවතුරින් යට වී ඇත, '.repeat(4)}ලොරි නැත` }],
    ['2026-11-24', { kind: 'poya', reason: 'Poya', reason_si: 'පෝය', reason_ta: 'போயா' }],
    [SUNDAY, { kind: 'open', reason: 'Fair' }],
    ['2026-12-06', { kind: 'holiday', reason: 'A Sunday, closed as ever' }],
    ['2026-12-07', { kind: 'open', reason: 'A Monday, open as ever' }],
    ['2025-01-01', { kind: 'holiday', reason: 'Long past' }],
  ] as const)
    await app.as('editor', { method: 'PUT', url: `/api/market-days/${date}`, payload });
});
afterAll(() => app.close());

async function fetchCalendar(prefix = '') {
  const { body, headers, statusCode } = await app.send({ url: `${prefix}/calendar.ics` });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const lines = body.split('\r\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.at(-1)).toBe('');
  return body.replaceAll('\r\n ', '').split('\r\n');
}
const linesOf = (lines: string[], name: string) => lines.filter((line) => line.startsWith(name));

test('a phone subscribes to the days that differ from the week, each a whole day with its reason', async () => {
  const lines = await fetchCalendar();
  expect([lines[0], lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  expect(linesOf(lines, 'SUMMARY')).toEqual([
    'SUMMARY:Closed: Roads flooded between the hills and the market\\; no lorries\\, no buyers\\\\sellers',
    'SUMMARY:Closed: Poya',
    'SUMMARY:Open: Fair',
  ]);
  expect(linesOf(lines, 'DTSTART')).toEqual([
    `DTSTART;VALUE=DATE:${TOMORROW.replaceAll('-', '')}`,
    'DTSTART;VALUE=DATE:20261124',
    'DTSTART;VALUE=DATE:20261129',
  ]);
  expect(linesOf(lines, 'DTEND').at(1)).toBe('DTEND;VALUE=DATE:20261125');
  expect(linesOf(lines, 'UID').at(1)).toBe('UID:2026-11-24@market.example');
  expect(linesOf(lines, 'DTSTAMP')).toHaveLength(3);
  expect(await fetchCalendar()).toEqual(lines);
});

test('each language has its own file, and a missing reason is English', async () => {
  expect(linesOf(await fetchCalendar('/si'), 'SUMMARY').slice(1)).toEqual([
    'SUMMARY:වසා ඇත: පෝය',
    'SUMMARY:විවෘතයි: Fair',
  ]);
  expect(linesOf(await fetchCalendar('/ta'), 'SUMMARY').at(1)).toBe('SUMMARY:மூடப்பட்டிருக்கும்: போயா');
});

test('the name of a market may contain commas', () => {
  const centre = centreSchema.parse({ name: { en: 'Economic Centre, Pola', si: '', ta: '' } });
  const lines = writeCalendar([], { language: 'en', centre, publicUrl: undefined }).split('\r\n');
  expect(linesOf(lines, 'X-WR-CALNAME')).toEqual(['X-WR-CALNAME:Economic Centre\\, Pola: closed days']);
});

test('three days ahead a page announces what differs from the week, and nothing else', async () => {
  const from = (date: string) => listUnusualDays(app.database.reader, day(date), addDays(day(date), 3));
  const dates = async (date: string) => (await from(date)).map((one) => one.date);
  expect(await dates(TEST_DAY)).toEqual([TOMORROW]);
  expect(await dates('2026-11-21')).toEqual(['2026-11-21', '2026-11-24']);
  expect(await dates('2026-11-25')).toEqual([]);
  expect(await dates('2026-11-26')).toEqual([SUNDAY]);
  expect(await dates('2026-12-04')).toEqual([]);
});

test('the calendar shows this month and eleven more', async () => {
  const data = await loadCalendar(app);
  expect(data).toMatchObject({
    today: TEST_DAY,
    months: ['2026-11-01', '2026-12-01', '2027-01-01'],
    until: '2027-10-31',
  });
  expect(data.days.map(({ date }) => date)).toEqual([TOMORROW, '2026-11-24', SUNDAY, '2026-12-06', '2026-12-07']);
});
