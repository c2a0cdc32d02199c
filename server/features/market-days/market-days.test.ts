import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import type { MarketDay } from '#contract/market-days.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { listClosedDays } from './find-closed-days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

beforeEach(() =>
  app.database.write(async (tx) => {
    await tx.deleteFrom('market_days').execute();
    await tx.updateTable('market_week').set({ open_weekdays: '0123456' }).execute();
  }),
);

const STRIKE = { kind: 'closed', reason: 'Lorry strike', reason_si: 'ලොරි වර්ජනය', reason_ta: 'லொறி வேலைநிறுத்தம்' };

const save = (date: string, payload: object) =>
  app.as('editor', { method: 'PUT', url: `/api/market-days/${date}`, payload });
const remove = (date: string) => app.as('editor', { method: 'DELETE', url: `/api/market-days/${date}` });
const setWeek = (open_weekdays: unknown) =>
  app.as('editor', { method: 'PUT', url: '/api/market-days/week', payload: { open_weekdays } });
const addPoya = (year: number) => app.as('editor', { method: 'POST', url: '/api/market-days/poya', payload: { year } });

async function calendar(query = ''): Promise<{ open_weekdays: number[]; days: MarketDay[] }> {
  return (await app.send({ url: `/api/market-days${query}` })).json();
}
const datesOf = async (query = '') => (await calendar(query)).days.map(({ date }) => date);
const closedOn = async (date: string) => (await app.send({ url: `/api/prices/days/${date}` })).json().closed;
const versionNow = () => readDataVersion(app.database.reader);
const newestEntry = () =>
  app.database.reader.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

test('a new market is open every day, and its calendar is empty', async () => {
  expect(await calendar()).toEqual({ open_weekdays: [0, 1, 2, 3, 4, 5, 6], days: [] });
  expect(await closedOn('2026-11-22')).toBeNull();
});

test('a new closed day is explained immediately on every page, in three languages', async () => {
  const version = await versionNow();
  const answer = await save('2026-11-23', STRIKE);
  expect(answer.json()).toMatchObject({
    message: 'Day saved to the market calendar.',
    day: { date: '2026-11-23', ...STRIKE, createdAt: app.clock.now() },
  });
  expect(await closedOn('2026-11-23')).toEqual(STRIKE);
  expect(await closedOn('2026-11-24')).toBeNull();
  expect(await versionNow()).toBe(version + 1);
  expect(await newestEntry()).toMatchObject({
    event_type: 'Market Day Added',
    event_description: '2026-11-23 added to the market calendar',
    old_value: null,
    new_value: expect.stringContaining('kind: closed; reason: Lorry strike'),
    user_actioned: 'editor@example.com',
  });
});

test('an edit of a day changes only the fields that it names, and the same values again are not a change', async () => {
  await save('2026-11-23', STRIKE);
  await save('2026-11-23', { kind: 'holiday', reason: 'Election day' });
  expect(await calendar()).toMatchObject({
    days: [{ date: '2026-11-23', kind: 'holiday', reason: 'Election day', reason_si: STRIKE.reason_si }],
  });
  expect(await newestEntry()).toMatchObject({
    event_type: 'Market Day Changed',
    old_value: expect.stringContaining('Lorry strike'),
    new_value: expect.stringContaining('Election day'),
  });
  const version = await versionNow();
  const entry = await newestEntry();
  expect((await save('2026-11-23', { kind: 'holiday', reason: ' Election day ' })).statusCode).toBe(200);
  expect([await versionNow(), await newestEntry()]).toEqual([version, entry]);
});

test('a removed day follows its weekday again; a day that is not in the calendar cannot be removed', async () => {
  await save('2026-11-23', STRIKE);
  expect((await remove('2026-11-23')).json()).toEqual({ message: 'Day removed from the market calendar.' });
  expect(await closedOn('2026-11-23')).toBeNull();
  expect(await newestEntry()).toMatchObject({ event_type: 'Market Day Removed', new_value: null });
  const again = await remove('2026-11-23');
  expect([again.statusCode, again.json().code]).toEqual([404, 'market_day_not_found']);
});

test('a weekday on which the market is closed closes every such day, except days entered as open', async () => {
  expect((await setWeek([6, 5, 1, 2, 3, 4])).json().open_weekdays).toEqual([1, 2, 3, 4, 5, 6]);
  await save('2026-12-20', { kind: 'open', reason: 'Open before Christmas' });
  expect(await closedOn('2026-12-13')).toEqual({ kind: 'weekday' });
  expect(await closedOn('2026-12-14')).toBeNull();
  expect(await closedOn('2026-12-20')).toBeNull();
  expect(await newestEntry()).toMatchObject({ event_type: 'Market Day Added' });
});

test('changed opening days are in the audit log by their names, and the same days again are not a change', async () => {
  const version = await versionNow();
  await setWeek([1, 3]);
  expect(await newestEntry()).toMatchObject({
    event_type: 'Market Week Changed',
    old_value: 'Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday',
    new_value: 'Monday, Wednesday',
  });
  await setWeek([3, 1, 1]);
  expect(await versionNow()).toBe(version + 1);
});

test.each([[[]], [[7]], [['1']], [null], [[1.5]]])('a week of %j is refused', async (week) => {
  expect((await setWeek(week)).statusCode).toBe(400);
  expect((await calendar()).open_weekdays).toHaveLength(7);
});

test('the Poya days of a year are added once, and an existing day remains unchanged', async () => {
  await save('2026-11-24', { kind: 'open', reason: 'Open on this Poya day' });
  const answer = (await addPoya(2026)).json();
  expect(answer.message).toBe('12 Poya days added for 2026.');
  expect(answer.added).not.toContain('2026-11-24');
  const { days } = await calendar('?from=2026-01-01&to=2026-12-31');
  expect(days).toHaveLength(13);
  expect(days.find(({ date }) => date === '2026-12-23')).toMatchObject({
    kind: 'poya',
    reason: 'Full-moon (Poya) day',
    reason_si: 'පුර පසළොස්වක පෝය දිනය',
    reason_ta: 'பௌர்ணமி போயா தினம்',
  });
  expect(days.find(({ date }) => date === '2026-11-24')?.kind).toBe('open');
  expect(await newestEntry()).toMatchObject({ event_type: 'Poya Days Added' });
  const version = await versionNow();
  const entry = await newestEntry();
  expect((await addPoya(2026)).json()).toEqual({
    message: 'All Poya days in 2026 are already in the calendar.',
    added: [],
  });
  expect([await versionNow(), await newestEntry()]).toEqual([version, entry]);
});

test.each([1998, 2101, 2026.5, '2026', null])('Poya days of the year %j are refused', async (year) => {
  expect((await addPoya(year as number)).statusCode).toBe(400);
});

test('when two people enter the same day at once, one of the days remains, and both are in the audit log', async () => {
  const reasons = ['Lorry strike', 'Roads flooded'];
  const answers = await Promise.all(reasons.map((reason) => save('2026-11-23', { kind: 'closed', reason })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { days } = await calendar();
  expect(reasons).toContain(days[0]?.reason);
  const last = await newestEntry();
  expect(last.new_value).toContain(`reason: ${days[0]?.reason}`);
  expect(last.old_value).toContain(`reason: ${reasons.find((reason) => reason !== days[0]?.reason)}`);
});

test('the calendar shows this year and the next by default', async () => {
  for (const date of ['2025-12-31', '2026-01-01', '2027-12-31', '2028-01-01']) await save(date, STRIKE);
  expect(await datesOf()).toEqual(['2026-01-01', '2027-12-31']);
  expect(await datesOf('?from=2025-12-31')).toEqual(['2025-12-31', '2026-01-01']);
  expect(await datesOf('?to=2026-06-30')).toEqual(['2025-12-31', '2026-01-01']);
  expect(await datesOf('?from=2026-01-01&to=2026-01-01')).toEqual(['2026-01-01']);
  expect(await datesOf('?from=2025-12-31&to=2030-12-30')).toHaveLength(4);
});

test.each([
  ['?from=2025-12-31&to=2030-12-31', 'Choose a period of no more than 5 years, ending on or before 2030-12-30.'],
  ['?from=2026-01-02&to=2026-01-01', 'The end date cannot be before the start date.'],
  ['?from=2026-02-30', 'Enter the start date as a valid date in the format YYYY-MM-DD.'],
  ['?from=1900-01-01&to=2999-12-31', 'Choose a period of no more than 5 years, ending on or before 1904-12-31.'],
])('a period of %s is refused', async (query, message) => {
  const answer = await app.send({ url: `/api/market-days${query}` });
  expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
});

test.each(['?from=2999-06-01', '?to=1900-06-01'])('the calendar works at the limits of time, %s', async (query) => {
  expect(await datesOf(query)).toEqual([]);
});

test('a day with a list shows no reason, whatever the calendar says', async () => {
  const product = { name: 'Carrot', type: 'vegetable' };
  const { productId } = (await app.as('editor', { method: 'POST', url: '/api/products', payload: product })).json();
  const payload = [{ product_id: productId, date: '2026-11-19', min_price: 100, max_price: 120 }];
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  await save('2026-11-19', STRIKE);
  expect(await closedOn('2026-11-19')).toBeNull();
});

test('closed days of a period are in order, and the reason of the day takes precedence over that of its weekday', async () => {
  await setWeek([1, 2, 3, 4, 5, 6]);
  await save('2026-11-22', STRIKE);
  await save('2026-11-24', STRIKE);
  await save('2026-11-29', { kind: 'open', reason: 'Open all the same' });
  const closed = await listClosedDays(app.database.reader, day('2026-11-15'), day('2026-11-29'));
  expect(closed).toEqual([
    { date: '2026-11-15', closed: { kind: 'weekday' } },
    { date: '2026-11-22', closed: STRIKE },
    { date: '2026-11-24', closed: STRIKE },
  ]);
});

test.each([
  ['kind', { kind: 'sometimes', reason: 'x' }],
  ['reason', { kind: 'closed', reason: '  ' }],
  ['reason_si', { kind: 'closed', reason: 'x', reason_si: 'x'.repeat(121) }],
])('a day with a bad %s is refused', async (field, fields) => {
  const answer = await save('2026-11-23', fields);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toMatchObject([{ field }]);
});

test('a day with prices is closed only by somebody who says so, and an open one or a new reason needs no word', async () => {
  const date = '2026-11-20';
  const url = '/api/prices/update-multiple';
  const product = await app.as('editor', {
    method: 'POST',
    url: '/api/products',
    payload: { name: 'Beans', type: 'vegetable' },
  });
  const { productId: product_id } = product.json<{ productId: number }>();
  const payload = [{ product_id, date, min_price: 380, max_price: 400 }];
  expect((await app.as('editor', { method: 'POST', url, payload })).statusCode).toBe(200);
  const refused = await save(date, STRIKE);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'day_has_prices', message: expect.stringContaining('2026-11-20 already has 1 price.') },
  ]);
  expect(await datesOf('?from=2026-11-20&to=2026-11-20')).toEqual([]);
  expect((await save(date, { kind: 'open', reason: 'Before the holiday' })).statusCode).toBe(200);
  expect((await save(date, STRIKE)).statusCode).toBe(409);
  expect((await save(date, { ...STRIKE, despite_prices: true })).statusCode).toBe(200);
  expect((await save(date, { ...STRIKE, reason: 'Flood' })).statusCode).toBe(200);
});
