/** @module-tag postgres */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, dayOf, firstDayOf, type Month, monthOf, previousMonth } from '#billing/calendar.ts';
import { parseTaxSerial } from '#billing/tax/tax-number.ts';
import { taxPeriodOf } from '#billing/tax/tax-period.ts';
import { invoices } from '#contract/invoices.ts';
import { ledger } from '#contract/ledger.ts';
import { shops } from '#contract/shops.ts';
import { type TaxDocument, tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { systemClock } from '../../clock.ts';
import { diceOf } from '../../testing/dice.ts';
import { openTestOffice, TERMS } from '../../testing/office.ts';
import { emptyMarket, onPostgres, RealServer } from '../../testing/real-server.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { testSeeds } from '../../testing/sweep.ts';
import { CERTIFICATE, TAX_SETUP } from '../../testing/tax-setup.ts';

describe('kill', () => {
  const SHOPS = Array.from({ length: 6 }, (_, at) => `S-${at + 1}`);
  const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };

  /**
   * The number of rounds after which the identity is confirmed again. Deleting a tax invoice needs a confirmation
   * within the last five minutes, and this many rounds take less time.
   */
  const CONFIRMED_EVERY = 10;

  let tree: ServerCopy;
  beforeAll(() => {
    tree = makeServerCopy();
  });
  afterAll(() => tree.remove());

  const TITLE =
    'serials of servers that are killed while they bill, delete and credit are consecutive, and the schedules equal the ledger';
  test(TITLE, { tags: ['slow'] }, () => killRepeatedly({ kills: 2, requestsEach: 24 }));
  test(`${TITLE} (10,000 requests)`, { tags: ['nightly'], timeout: 6_000_000 }, () =>
    killRepeatedly({ kills: 100, requestsEach: 100 }),
  );

  /** On PostgreSQL a second server, which is not killed, uses the same database. */
  async function killRepeatedly({ kills, requestsEach }: { kills: number; requestsEach: number }): Promise<void> {
    const environment = { ...(await emptyMarket()), TOKEN_SECRET: 'a secret that several servers share, long enough' };
    let server = await RealServer.open(tree, environment);
    const { token } = server;
    const other = onPostgres ? await RealServer.open(tree, environment, token) : undefined;
    const month = monthOf(dayOf(systemClock.now()));
    const months = [previousMonth(month), month];
    await openMarket(server, months[0] ?? month);
    const dice = diceOf(9);
    let cutOff = 0;
    for (let round = 0; round < kills; round += 1) {
      const requests = Array.from({ length: requestsEach }, () => {
        const shop = SHOPS[dice(SHOPS.length)] ?? '';
        const billed = months[dice(2)] ?? month;
        const action = ACTIONS[dice(ACTIONS.length)] ?? 'bill';
        const at = other && dice(2) === 0 ? other : server;
        return () => act(at, { shop, month: billed, action });
      });
      cutOff += await server.killAfter(4 + dice(Math.floor(requestsEach / 3)), requests);
      server = await RealServer.open(tree, environment, token);
      if (round % CONFIRMED_EVERY === 0) await server.confirmIdentity();
    }
    expect(cutOff).toBeGreaterThan(0);
    expectConsecutive(await readDocuments(server));
    for (const one of months) await expectEqualSchedules(server, one);
    const verdict = ledger.verify.answer.parse((await server.send('GET', '/api/books/verify')).body);
    expect(verdict).toMatchObject({ is_clean: true, differences: [] });
  }

  async function openMarket(server: RealServer, from: string): Promise<void> {
    expect((await server.send('PUT', tax.setSetup.path, TAX_SETUP)).status).toBe(200);
    for (const [at, shop_id] of SHOPS.entries()) {
      expect((await server.send('POST', '/api/shops', { ...TERMS, shop_id })).status).toBe(201);
      const tenant = { ...PERSON, shop_id, from: `${from}-01`, ...(at % 3 > 0 && CERTIFICATE) };
      expect((await server.send('POST', '/api/tenants', tenant)).status).toBe(201);
    }
  }

  const ACTIONS = ['bill', 'bill', 'bill', 'delete', 'delete', 'credit'] as const;
  type Action = (typeof ACTIONS)[number];

  /**
   * Sends a request. Two kinds of refusal are expected: for a bill that exists already, and for deleting or crediting a
   * bill that does not exist.
   */
  async function act(
    server: RealServer,
    { shop, month, action }: { shop: string; month: string; action: Action },
  ): Promise<boolean> {
    const number = `INV-${shop}-${month.replace('-', '')}`;
    const credit = { kind: 'credit', charge: 'Rent', amount: 10.05, reason: 'Roof leaked' };
    const send = {
      bill: () => server.send('POST', '/api/systemsetting/generate', { shop_id: shop, month_year: month }),
      delete: () => server.send('DELETE', `/api/systemsetting/invoice/${number}`, {}),
      credit: () => server.send('POST', `/api/invoices/${number}/note`, credit),
    };
    const { status, body } = await send[action]();
    // On a busy machine a request may give up waiting for another request's lock. Nothing is recorded then.
    if (status === 503) expect(body).toMatchObject({ code: 'not_ready' });
    else expect([200, 201, 404, 409]).toContain(status);
    return true;
  }

  async function readDocuments(server: RealServer): Promise<TaxDocument[]> {
    return tax.documents.answer.parse((await server.send('GET', tax.documents.path)).body);
  }

  function expectConsecutive(documents: readonly TaxDocument[]): void {
    const serials = documents.flatMap(({ serial }) => parseTaxSerial(serial) ?? []);
    for (const [unit, ofUnit] of Map.groupBy(serials, (serial) => serial.unit)) {
      const numbers = ofUnit.map(({ number }) => number).toSorted((one, another) => one - another);
      expect(numbers, unit).toEqual(numbers.map((_, at) => at + 1));
    }
    expect(new Set(documents.map(({ serial }) => serial)).size).toBe(documents.length);
    expect(serials.length).toBeGreaterThan(0);
  }

  async function expectEqualSchedules(server: RealServer, month: string): Promise<void> {
    const { code } = taxPeriodOf(`${month}-01` as ReturnType<typeof dayOf>, 'month');
    const answer = await server.send('GET', tax.schedules.path.replace(':period', code));
    expect(tax.schedules.answer.parse(answer.body)).toMatchObject({ is_equal: true });
  }
});

describe('random months', () => {
  const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
  const FIRST = '2026-10' as Month;
  const MONTHS = 24;

  const monthAt = (at: number) => monthOf(addMonths(firstDayOf(FIRST), at));

  testSeeds(
    [1, 2, 3],
    'over 24 random months with a change of rate the schedules equal the ledger, history %d',
    async (seed) => {
      const dice = diceOf(seed);
      const office = await openTestOffice();
      office.goTo('2026-10-01');
      await registerCentre(office, {
        period_by: seed === 3 ? 'invoice' : 'supply',
        unregistered: seed === 2 ? 'bulk' : 'rows',
      });
      const names = ['A1', 'A2', 'A3', 'A4'];
      for (const [at, shop_id] of names.entries()) {
        const terms = { ...TERMS, rent_amount: 8000 + dice(99_999) / 100, operation_fee: dice(2) * 1234.56, shop_id };
        await office.ask(shops.add, { body: terms });
        const body = { ...PERSON, ...(at % 2 === 0 && CERTIFICATE), shop_id, from: '2026-10-01' };
        await office.ask(tenants.add, { body });
      }
      const standing = new Map<string, string>();
      for (let at = 0; at < MONTHS; at += 1) {
        office.goTo(`${monthAt(at)}-${String(1 + dice(27)).padStart(2, '0')}`);
        if (at === 9) await office.ask(vatRates.set, { body: { newVatRate: 17.5 } });
        for (const shop of names) {
          const late = Math.max(0, at - dice(3));
          for (const month of [monthAt(late), monthAt(at)]) {
            if (standing.has(`${shop} ${month}`) || dice(4) === 0) continue;
            standing.set(`${shop} ${month}`, (await office.generate(shop, month)).invoice_id);
          }
        }
        const [key, id] = [...standing][dice(standing.size || 1)] ?? [];
        if (key === undefined || id === undefined || dice(2) === 0) continue;
        await office.ask(invoices.remove, { params: { id }, body: {} });
        standing.delete(key);
      }
      for (let at = 0; at < MONTHS; at += 1) {
        const { code: period } = taxPeriodOf(firstDayOf(monthAt(at)), 'month');
        const schedules = await office.ask(tax.schedules, { params: { period } });
        expect(schedules, period).toMatchObject({ is_equal: true, output: schedules.ledger });
      }
      await office.expectCleanBooks();
    },
  );

  test('144 bills have 144 consecutive serials', { tags: ['slow'] }, async () => {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await registerCentre(office);
    const names = Array.from({ length: 144 }, (_, at) => `S${at + 1}`);
    for (const shop_id of names) {
      await office.ask(shops.add, { body: { ...TERMS, shop_id } });
      await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id, from: '2026-10-01' } });
    }
    await office.tell(invoices.generateAll, { body: {} });
    const documents = await office.ask(tax.documents, {});
    expect(documents.map(({ serial }) => serial).toReversed()).toEqual(
      names.map((_, at) => `26OCT_POLA_${String(at + 1).padStart(5, '0')}`),
    );
  });
});
