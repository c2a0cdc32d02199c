/** @module-tag sqlite-only */
import type { InjectOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { listCalls } from '#contract/every-call.ts';
import { openTestApp } from './testing/app-context.ts';
import { exampleOf, requestOf } from './testing/call.ts';
import { comparableAnswer, withoutDrawn } from './testing/comparable-answer.ts';
import { type ExampleMarket, makeExampleMarket } from './testing/example-market.ts';
import { readPdfText } from './testing/pdf.ts';
import { signInForTest } from './testing/sign-in.ts';
import { startWeatherService } from './testing/weather-service.ts';
import { readWorkbook } from './testing/workbook.ts';

/** Time zones of the server, with the minutes by which local time is behind UTC at the end of November. */
const ZONES: [zone: string, minutes: number][] = [
  ['UTC', 0],
  ['Pacific/Kiritimati', 840],
  ['America/New_York', -300],
];
/** The last moment of November in Colombo, and the first moment of December. */
const MOMENTS = [
  { moment: '2026-11-30T18:29:59.999Z' as Instant, context: '/api/settings/apply-fines' },
  { moment: '2026-11-30T18:30:00.000Z' as Instant, context: '/api/generateInvoices/generate-all' },
] as const;

test('every call has the same answer in any time zone of the server, also around midnight in Colombo', {
  tags: ['slow'],
}, async () => {
  const answers: unknown[][] = [];
  const before = process.env.TZ;
  try {
    for (const [zone, minutes] of ZONES) {
      process.env.TZ = zone;
      expect(0 - new Date(MOMENTS[0].moment).getTimezoneOffset()).toBe(minutes);
      answers.push(await answerEverything());
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
  const [first = [], ...others] = answers;
  expect(first.length).toBeGreaterThan(MOMENTS.length * 40);
  for (const other of others) expect(other).toEqual(first);
});

async function answerEverything(): Promise<unknown[]> {
  const weather = await startWeatherService('2026-11-20T03:00');
  onTestFinished(() => weather.close());
  const app = await openTestApp({ WEATHER_URL: weather.url });
  onTestFinished(() => app.close());
  const market: ExampleMarket = { ...(await makeExampleMarket(app)), app, weather, role: 'superadmin' };
  const answers: unknown[] = [];
  for (const { moment, context } of MOMENTS) {
    app.clock.set(moment);
    const token = await signInForTest(app.database, 'superadmin', { at: moment, verifiedAt: moment });
    const send = async (request: InjectOptions & { url: string }) => {
      const answer = await app.send({ ...request, headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode, `${request.url} ${answer.body.slice(0, 500)}`).toBeLessThan(300);
      answers.push([
        moment,
        withoutDrawn(request.url),
        comparableAnswer(answer),
        withoutDrawn(await readFileContent(answer.rawPayload)),
      ]);
    };
    await send({ method: 'POST', url: '/api/sanitation', payload: { price: 20 } });
    await send({ method: 'POST', url: context, payload: {} });
    for (const { name, entry } of listCalls()) {
      if (entry.method === 'GET' && name !== 'weather.now') await send(requestOf(entry, exampleOf(name, market)));
    }
  }
  return answers;
}

async function readFileContent(file: Buffer): Promise<string> {
  if (file.subarray(0, 4).toString() === '%PDF') return (await readPdfText(file)).join('\n');
  if (file.subarray(0, 2).toString() === 'PK') return JSON.stringify(readWorkbook(file).map(({ rows }) => rows));
  return '';
}
