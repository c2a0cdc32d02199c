import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Call, isRead } from '#contract/call.ts';
import { everyCall, listCalls } from '#contract/every-call.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { PASSWORD, quickHash } from './testing/accounts.ts';
import { expectAnswer, expectRefusal } from './testing/call.ts';
import { type Dice, diceOf, oneOf } from './testing/dice.ts';
import type { ExampleMarket } from './testing/example-market.ts';
import { openMailServer } from './testing/mail-server.ts';
import { discardMarket, openMarket, storedIn } from './testing/market.ts';
import { randomRequest } from './testing/random-requests.ts';
import { signInForTest } from './testing/sign-in.ts';

/** The seed of the random requests. A failure prints its seed and request, and FUZZ_SEED repeats them. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/**
 * The limit on processor time for a request. Wall-clock time would include other suites, which run at the same time.
 */
const MOST_PROCESSOR_MS = 1000;
const SLOWEST_MS = 10_000;
/**
 * The number of requests to one market. After these a new market is opened, because little data is left in the old one.
 */
const OF_A_MARKET = 500;
const MANNER = { hostile: 12, near: 60 };
const subjects = Object.keys(everyCall) as (keyof typeof everyCall)[];

afterAll(discardMarket);

const TITLE = '%s: every random request is answered in time, and a refusal changes nothing';
test.each(subjects)(TITLE, async (subject) => {
  await attackSubject(subject, 25);
});
test.each(subjects)(`${TITLE} (250)`, { tags: ['slow'] }, async (subject) => {
  await attackSubject(subject, 250);
});
test.each(subjects)(`${TITLE} (10,000)`, { tags: ['nightly'] }, async (subject) => {
  const figures = await attackSubject(subject, 10_000);
  console.log(subject, figures);
});

interface Figures {
  accepted: number;
  refused: number;
  mostProcessorMs: number;
}

async function attackSubject(subject: (typeof subjects)[number], requests: number): Promise<Figures> {
  const calls = listCalls().filter((one) => one.subject === subject);
  // Twenty requests are enough if no call has input, because the requests of such a call are all the same.
  const count = calls.some(({ entry }) => entry.params ?? entry.query ?? entry.body) ? requests : 20;
  // A random request may set a mail server whose name would take seconds to look up. The mail server in the environment
  // is used instead.
  const mailServer = await openMailServer();
  onTestFinished(mailServer.close);
  const figures = { accepted: 0, refused: 0, mostProcessorMs: 0 };
  for (let sent = 0; sent < count; sent += OF_A_MARKET) {
    const seed = SEED + sent;
    const attack = await Attack.begin(await openMarket({ SMTP_URL: mailServer.url }), diceOf(seed));
    for (let at = 0; at < Math.min(OF_A_MARKET, count - sent); at += 1) {
      const { what, settle } = await attack.next(calls);
      try {
        const { isAccepted, processorMs } = await settle();
        figures[isAccepted ? 'accepted' : 'refused'] += 1;
        figures.mostProcessorMs = Math.max(figures.mostProcessorMs, Math.ceil(processorMs));
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        throw new Error(`FUZZ_SEED=${seed}, ${subject}, request ${at}: ${what}\n${said}`, { cause: error });
      }
    }
  }
  return figures;
}

class Attack {
  readonly #market: ExampleMarket;
  readonly #dice: Dice;
  #token = '';
  #stored: Record<string, string[]> = {};

  static async begin(market: ExampleMarket, dice: Dice): Promise<Attack> {
    const attack = new Attack(market, dice);
    await attack.#enter();
    return attack;
  }

  private constructor(market: ExampleMarket, dice: Dice) {
    this.#market = market;
    this.#dice = dice;
  }

  async next(calls: ReturnType<typeof listCalls>) {
    const call = oneOf(this.#dice, calls);
    const { parts, ...request } = randomRequest(this.#dice, call, { market: this.#market, manner: MANNER });
    const token = call.entry.permission === 'public' ? undefined : this.#token;
    // The counts of attempts are deleted now and then. Otherwise most requests would be refused as too many attempts.
    if (this.#dice(5) === 0) await this.#market.app.database.write((tx) => tx.deleteFrom('rate_limits').execute());
    const settle = async () => {
      const version = await this.#versionOf();
      const begun = performance.now();
      const before = process.cpuUsage();
      const headers = { ...request.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      const answer = await this.#market.app.send({ ...request, headers });
      const { user, system } = process.cpuUsage(before);
      const processorMs = (user + system) / 1000;
      expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
      expect(performance.now() - begun).toBeLessThan(SLOWEST_MS);
      const isChanged = (await this.#versionOf()) !== version;
      const isAccepted = expectClear(answer, call.entry);
      // A refused sign-in and a refused count are also writes, because they add an audit entry.
      const isRecorded = call.name === 'session.login' || (!isAccepted && isCount(call.name));
      const isWritten = (isAccepted && parts.query?.dry_run !== 'true') || isRecorded;
      await this.#look(call.entry, isWritten, isChanged);
      if (isAccepted && /^(session|accounts)\./.test(call.name)) await this.#enter();
      return { isAccepted, processorMs };
    };
    return { what: `${request.method} ${request.url} ${String(request.payload).slice(0, 2000)}`, settle };
  }

  async #look(entry: Call, isWritten: boolean, isChanged: boolean): Promise<void> {
    if (!isChanged) return;
    const stored = await storedIn(this.#market);
    if (!isWritten || isRead(entry)) expect(stored).toEqual(this.#stored);
    this.#stored = stored;
  }

  /** Signs in, and resets every password, so that the attack continues after a sign-out or a changed password. */
  async #enter(): Promise<void> {
    const { app } = this.#market;
    const password_hash = await quickHash(PASSWORD);
    await app.database.write((tx) => tx.updateTable('accounts').set({ password_hash }).execute());
    const own = {
      email: app.emailOf('superadmin'),
      role: 'superadmin',
      disabled_at: null,
      must_change_password: 0,
    } as const;
    await app.database.write(async (tx) => {
      await tx.updateTable('accounts').set({ email: 'other@example.com' }).where('email', '=', own.email).execute();
      await tx.updateTable('accounts').set(own).where('id', '=', 1).execute();
    });
    this.#token = await signInForTest(app.database, 'superadmin', { at: app.clock.now(), verifiedAt: app.clock.now() });
    this.#stored = await storedIn(this.#market);
  }

  /** Returns the engine's own counter of writes. Reading it is faster than reading all rows. */
  async #versionOf(): Promise<string> {
    const { reader, engine } = this.#market.app.database;
    const asked =
      engine === 'postgres' ? sql`pg_current_wal_insert_lsn()::text` : sql`data_version from pragma_data_version`;
    const { rows } = await sql<object>`select ${asked}`.execute(reader);
    return JSON.stringify(rows);
  }
}

function isCount(name: string): boolean {
  return name === 'cash.closeSession' || name === 'gate.closeShift';
}

function expectClear(answer: LightMyRequestResponse, entry: Call): boolean {
  if (answer.statusCode < 400) {
    expectAnswer(answer, entry);
    return true;
  }
  expectRefusal(answer);
  const { code } = answer.json<{ code: RefusalCode }>();
  if (answer.statusCode >= 500) expect(entry.refusals).toContain(code);
  return false;
}
