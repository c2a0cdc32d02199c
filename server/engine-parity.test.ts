/**
 * @module-tag postgres-only
 * @module-tag postgres-quick
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import type { Tables } from './db/tables/tables.ts';
import { openTestApp, TEST_DAY } from './testing/app-context.ts';
import { comparableAnswer, withoutDrawn } from './testing/comparable-answer.ts';
import { diceOf, oneOf } from './testing/dice.ts';
import { type ExampleMarket, makeExampleMarket } from './testing/example-market.ts';
import { randomRequest } from './testing/random-requests.ts';
import { signInForTest } from './testing/sign-in.ts';
import { startWeatherService } from './testing/weather-service.ts';

/**
 * The seed of the random commands. Each command runs in two markets, one on SQLite and one on PostgreSQL. A failure
 * prints its seed and command.
 */
const SEED = Number(process.env.PARITY_SEED ?? 20_261_120);
/** The number of commands for a pair of markets. The tables of the pair are compared after every hundred commands. */
const OF_A_MARKET = 500;
const MANNER = { hostile: 4, near: 75 };
const engines = ['sqlite', 'postgres'] as const;
const calls = listCalls().filter(({ name }) => name !== 'mail.sendInvoices');

const TITLE = 'the same commands have the same answers and write the same rows on both engines';
test(TITLE, async () => {
  await expectEqualEngines(150);
});
test(`${TITLE} (500)`, { tags: ['slow'] }, async () => {
  await expectEqualEngines(500);
});
test(`${TITLE} (5,000)`, { tags: ['nightly'] }, async () => {
  const accepted = await expectEqualEngines(5000);
  console.log(`figures: ${accepted / 2} of 5000 accepted`);
});

async function expectEqualEngines(commands: number): Promise<number> {
  let accepted = 0;
  for (let sent = 0; sent < commands; sent += OF_A_MARKET) {
    const seed = SEED + sent;
    const markets = await openBoth();
    const tokens = new Map(await Promise.all(markets.map(async (market) => [market, await enter(market)] as const)));
    for (let at = 1; at <= Math.min(OF_A_MARKET, commands - sent); at += 1) {
      const dice = diceOf(seed * 1000 + at);
      const call = oneOf(dice, calls);
      const isLater = dice(15) === 0;
      const ms = dice(3 * 3_600_000);
      const answers: unknown[] = [];
      let what = '';
      for (const market of markets) {
        // The clock always advances. Rows with the same time would be sorted by their random identifiers, which differ
        // between the markets.
        market.app.clock.advance(isLater ? ms : 1);
        if (isLater || at % 5 === 0) await market.app.database.write((tx) => tx.deleteFrom('rate_limits').execute());
        const { parts: _, ...request } = randomRequest(diceOf(seed * 1000 + at), call, { market, manner: MANNER });
        what = `PARITY_SEED=${seed}, command ${at}: ${request.method} ${request.url} ${String(request.payload).slice(0, 1000)}`;
        const headers = { ...request.headers, authorization: `Bearer ${tokens.get(market)}` };
        const answer = await market.app.send({ ...request, headers });
        answers.push(comparableAnswer(answer));
        if (answer.statusCode < 300) accepted += 1;
        if (isLater || /^(session|accounts)\./.test(call.name)) tokens.set(market, await enter(market));
      }
      expect(answers[1], what).toEqual(answers[0]);
      await alignIds(markets);
      if (at % 100 === 0) {
        const [one, other] = await Promise.all(markets.map(rowsOf));
        expect(other, `rows after ${what}`).toEqual(one);
      }
    }
  }
  expect(accepted).toBeGreaterThan(commands / 2);
  return accepted;
}

async function openBoth(): Promise<ExampleMarket[]> {
  const weather = await startWeatherService(`${TEST_DAY}T03:00`);
  onTestFinished(() => weather.close());
  const before = process.env.TEST_ENGINE;
  const markets: ExampleMarket[] = [];
  for (const engine of engines) {
    process.env.TEST_ENGINE = engine;
    const app = await openTestApp({ WEATHER_URL: weather.url });
    onTestFinished(() => app.close());
    expect(app.database.engine).toBe(engine);
    const things = await makeExampleMarket(app);
    // Other sessions are deleted. Sessions with the same time would be sorted by their random identifiers, which differ
    // between the markets.
    await app.database.write((tx) => tx.deleteFrom('sessions').where('id', '!=', things.session).execute());
    markets.push({ ...things, app, weather, role: 'superadmin' });
  }
  process.env.TEST_ENGINE = before;
  await alignIds(markets);
  return markets;
}

/** Signs in as the first superadmin, whose email a command may have changed. */
async function enter({ app: { clock, database } }: ExampleMarket): Promise<string> {
  clock.advance(1);
  const { email } = await database.reader
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return signInForTest(database, 'superadmin', { at: clock.now(), verifiedAt: clock.now(), email });
}

/**
 * Sets PostgreSQL's sequences to the last ids on SQLite, because a rollback leaves a gap in a sequence. Numbers that
 * people see have no such gaps.
 */
async function alignIds([sqlite, postgres]: ExampleMarket[]): Promise<void> {
  if (!sqlite || !postgres) return;
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
    sqlite.app.database.reader,
  );
  const settings = rows
    .filter(({ seq }) => seq > 0)
    .map(({ name, seq }) => sql`setval(pg_get_serial_sequence(${name}, 'id'), ${sql.lit(seq)})`);
  await sql`select ${sql.join(settings)}`.execute(postgres.app.database.owner);
}

async function rowsOf({ app }: ExampleMarket): Promise<Record<string, string[]>> {
  const names = (await app.database.owner.introspection.getTables()).map(({ name }) => name);
  const included = names.filter(
    (name) => !/^(kysely_|sqlite_|rate_limits|drawn_numbers)/.test(name),
  ) as (keyof Tables)[];
  const rows: Record<string, string[]> = {};
  for (const name of included.sort((a, b) => a.localeCompare(b))) {
    const found = await app.database.reader.selectFrom(name).selectAll().execute();
    rows[name] = found.map((row) => withoutDrawn(JSON.stringify(row, plain))).sort((a, b) => a.localeCompare(b));
  }
  // Seals are compared without the entries that contain them. For an action over all shops, an entry on SQLite seals up
  // to ten shops, and on PostgreSQL one.
  const entries = await app.database.reader.selectFrom('audit_log').select(['event_date', 'sealed']).execute();
  rows.sealed = entries.flatMap(({ event_date, sealed }) => sealedAt(event_date, sealed)).sort();
  // The emergency sheet names the engine, and the folders of each market.
  rows.settings = rows.settings?.filter((row) => !row.includes('"name":"emergency sheet of ')) ?? [];
  rows.audit_log = rows.audit_log?.map((row) => row.replace(SEALED, '"sealed":""')) ?? [];
  return rows;
}

const SEALED = /"sealed":"(?:[^"\\]|\\.)*"/;

function sealedAt(at: string, sealed: string): string[] {
  return sealed === '' ? [] : Object.keys(JSON.parse(sealed)).map((row) => `${at} ${row}`);
}

/** Replaces bytes with their hash, because each engine has its own type for them. */
function plain(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Record<string, unknown>)[key];
  return own instanceof Uint8Array ? createHash('md5').update(own).digest('hex') : value;
}
