/** @module-tag sqlite-only */
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { bank } from '#contract/bank.ts';
import { claims } from '#contract/claims.ts';
import { dashboard } from '#contract/dashboard.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { tenants } from '#contract/tenants.ts';
import { serveBuiltWeb } from '../../http/assets/web-build.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { diceOf } from '../../testing/dice.ts';
import { officeAt } from '../../testing/office.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';

const DAY = '2026-10-05';
const HOUR_MS = 60 * 60_000;

interface Sent {
  picture?: Buffer | undefined;
  /** The network address of the sender. */
  from?: string | undefined;
}

async function openMarket() {
  const app = await openTestApp({ PUBLIC_URL: 'https://pola.example' }, undefined, serveBuiltWeb);
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo(DAY);
  await office.let('A-1');
  await office.let('A-2');
  await office.ask(tenantPages.setSettings, { body: { is_on: true }, role: 'superadmin' });
  const listed = await office.ask(tenants.list, {});
  const ids = ['A-1', 'A-2'].map((shop) => listed.find(({ shop_id }) => shop_id === shop)?.tenant_id ?? 0);
  const paths = await Promise.all(
    ids.map(async (id) => {
      const { address } = await office.ask(tenantPages.get, { params: { id: String(id) } });
      return new URL(address ?? 'https://pola.example/').pathname;
    }),
  );
  const send = async (path: string, fields: Record<string, string>, { picture, from }: Sent = {}) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('picture', new File(picture ? [new Uint8Array(picture)] : [], picture ? 'slip.png' : ''));
    const sent = new Response(form);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await sent.arrayBuffer());
    return app.send({ method: 'POST', url: path, headers, payload, ...(from && { remoteAddress: from }) });
  };
  const claim = (amount: string, more: Record<string, string> = {}, picture?: Buffer) =>
    send(paths[0] ?? '', { amount, day: DAY, bank: 'State Bank', ...more }, { picture });
  const list = (state: 'open' | 'ended' = 'open') => office.ask(claims.list, { query: { list: state } });
  return {
    app,
    office,
    ids,
    paths,
    send,
    claim,
    list,
    show: async () => (await app.send({ url: paths[0] ?? '' })).body,
  };
}

const pictureOf = (colour: string, side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'Clerk Perera' } })
    .jpeg()
    .toBuffer();

test('a claim is sent without a script, seen by both sides, and is not money', async () => {
  const { office, claim, list, show } = await openMarket();
  await office.generate('A-1', '2026-10');
  const before = await office.summaryOf('A-1');
  const answer = await claim('Rs. 1,234.50', {}, await pictureOf('#a31'));
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/my\/[\w-]+#claims$/)]);
  const [one, ...more] = await list();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ amount: 1234.5, day: DAY, bank: 'State Bank', has_picture: true, state: 'open' });
  expect(await show()).toContain('received, being checked');
  expect(await office.ask(dashboard.today, {})).toMatchObject({ claims: { count: 1, amount: 1234.5 } });
  expect(await office.summaryOf('A-1')).toEqual(before);
  const { picture } = await office.ask(claims.picture, { params: { id: String(one?.claim_id) }, role: 'cashier' });
  const bytes = Buffer.from(picture.slice('data:image/webp;base64,'.length), 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40 });
  expect(bytes.includes('Perera')).toBe(false);
});

test('the same amount and day, or the same picture, is one claim; another day is another', async () => {
  const { claim, list } = await openMarket();
  const picture = await pictureOf('#0a1');
  const sent = [
    await claim('500', {}, picture),
    await claim('500.00', { bank: 'Other' }),
    await claim('700', {}, Buffer.from(picture)),
    await claim('500', { day: '4 Oct 2026' }),
  ];
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
  expect((await list()).map(({ amount, day }) => [amount, day])).toEqual([
    [500, DAY],
    [500, '2026-10-04'],
  ]);
});

test.each([
  ['no amount', { amount: '' }],
  ['no number', { amount: 'much' }],
  ['nothing', { amount: '0' }],
  ['less than nothing', { amount: '-5' }],
  ['a later day', { amount: '5', day: '2026-10-06' }],
  ['an old day', { amount: '5', day: '2026-09-01' }],
  ['no day', { amount: '5', day: '2026-02-30' }],
  ['a long bank', { amount: '5', bank: 'x'.repeat(61) }],
])('%s is refused in words, and what was typed stays in the form', async (_, fields) => {
  const { claim, list } = await openMarket();
  const answer = await claim(fields.amount, fields);
  expect([answer.statusCode, answer.body.includes('role="alert"')]).toEqual([400, true]);
  if ('bank' in fields) expect(answer.body).toContain('value="xxxxxx');
  expect(await list()).toEqual([]);
});

test.each([
  ['text', async () => Buffer.from('no picture')],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['half a JPEG', async () => (await pictureOf('#123', 400)).subarray(0, 200)],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n')],
])('%s as a picture is refused, and no claim is stored', async (_, make) => {
  const { claim, list } = await openMarket();
  expect((await claim('5', {}, await make())).statusCode).toBe(400);
  expect(await list()).toEqual([]);
});

test('a picture above 2 MB is refused in words', async () => {
  const { claim, list } = await openMarket();
  const answer = await claim('5', {}, Buffer.concat([await pictureOf('#123'), Buffer.alloc(2 * 1024 * 1024)]));
  expect([answer.statusCode, answer.body.includes('larger than 2 MB')]).toEqual([413, true]);
  expect(await list()).toEqual([]);
});

test('a link takes six claims an hour, and a wrong link none', async () => {
  const { app, paths, send, claim, list } = await openMarket();
  const wrong = await send('/my/1-xxxxxxxxxxxxxxxxxxxxxx', { amount: '5', day: DAY, bank: '' });
  expect([wrong.statusCode, wrong.body]).toEqual([404, (await app.send({ url: '/my/x' })).body]);
  for (let amount = 1; amount <= 6; amount += 1) expect((await claim(String(amount))).statusCode).toBe(303);
  const more = await claim('7');
  expect([more.statusCode, more.body.includes('within an hour')]).toEqual([429, true]);
  expect((await send(paths[1] ?? '', { amount: '5', day: DAY, bank: '' })).statusCode).toBe(303);
  expect(await list()).toHaveLength(7);
});

test('a network sends thirty claims an hour, also through the links of several tenants', async () => {
  const { app, office, list, send } = await openMarket();
  for (const shop of ['A-3', 'A-4', 'A-5', 'A-6']) await office.let(shop);
  const tenantsOfAll = await office.ask(tenants.list, {});
  const links = await Promise.all(
    tenantsOfAll.map(async ({ tenant_id }) => {
      const { address } = await office.ask(tenantPages.get, { params: { id: String(tenant_id) } });
      return new URL(address ?? 'https://pola.example/').pathname;
    }),
  );
  expect(links).toHaveLength(6);
  const statuses: number[] = [];
  for (const amount of [1, 2, 3, 4, 5])
    for (const link of links)
      statuses.push((await send(link, { amount: String(amount), day: DAY, bank: '' })).statusCode);
  expect(new Set(statuses)).toEqual(new Set([303]));
  const more = (at: number, from?: string) => send(links[at] ?? '', { amount: '6', day: DAY, bank: '' }, { from });
  const refused = await more(0);
  expect([refused.statusCode, refused.body.includes('within an hour')]).toEqual([429, true]);
  expect(await list()).toHaveLength(30);
  expect((await more(1, '203.0.113.9')).statusCode).toBe(303);
  app.clock.advance(HOUR_MS);
  expect((await more(2)).statusCode).toBe(303);
});

test('a tenancy has at most twelve claims that nobody has decided', async () => {
  const { app, claim, list } = await openMarket();
  for (let amount = 1; amount <= 12; amount += 1) {
    if (amount === 7) app.clock.advance(HOUR_MS);
    expect((await claim(String(amount))).statusCode).toBe(303);
  }
  app.clock.advance(HOUR_MS);
  const more = await claim('13');
  expect([more.statusCode, more.body.includes('role="alert"')]).toEqual([429, true]);
  expect(await list()).toHaveLength(12);
});

test('a declined claim shows its sentence, and can be sent again', async () => {
  const { office, claim, list, show } = await openMarket();
  await claim('500');
  const [one] = await list();
  const decline = { params: { id: String(one?.claim_id) }, body: { sentence: 'Not at the bank <b>' } };
  await office.refused(claims.decline, { ...decline, role: 'editor' }, 'not_allowed');
  await office.ask(claims.decline, { ...decline, role: 'cashier' });
  await office.refused(claims.decline, decline, 'claim_ended');
  expect(await show()).toContain('declined by the office: Not at the bank &lt;b&gt;');
  await claim('500');
  expect(await list()).toHaveLength(1);
});

test('a claim is matched with a payment of its tenancy and amount, and is open again when that is void', async () => {
  const { office, claim, list } = await openMarket();
  await office.generate('A-1', '2026-10');
  await claim('500');
  const { payment: foreign } = await office.pay('A-2', 500, DAY);
  const { payment: other } = await office.pay('A-1', 501, DAY);
  const { payment: old } = await office.pay('A-1', 500, '2026-09-27');
  const { payment } = await office.pay('A-1', 500, DAY, { paymentMethod: 'Bank Transfer' });
  const [one] = await list();
  const params = { id: String(one?.claim_id) };
  expect(one?.payments.map(({ payment_id }) => payment_id)).toEqual([payment.payment_id]);
  for (const wrong of [foreign, other, old])
    await office.refused(claims.match, { params, body: { payment_id: wrong.payment_id } }, 'claim_payment_differs');
  await office.ask(claims.match, { params, body: { payment_id: payment.payment_id } });
  expect(await list('ended')).toMatchObject([{ state: 'matched', payment_id: payment.payment_id }]);
  expect((await office.auditLog()).map(({ event_type }) => event_type)).toContain('Claim Matched');
  const voided = await office.app.as('admin', {
    method: 'DELETE',
    url: `/api/systemsetting/payment/${payment.payment_id}`,
    payload: { reason: 'Not at the bank' },
  });
  expect(voided.statusCode, voided.body).toBe(200);
  expect(await list()).toMatchObject([{ state: 'open', payment_id: null }]);
});

test('a line of the bank proposes the claim, and its match ends it', async () => {
  const { office, claim, list } = await openMarket();
  await office.generate('A-1', '2026-10');
  await claim('500');
  const { account } = await office.ask(bank.addAccount, { body: { name: 'Rent', starts_on: '2026-10-01' } });
  const csv = `Date,Description,Credit\n${DAY},Inward CEFT INVCEFT_NA,500.00`;
  const params = { id: String(account.account_id) };
  await office.ask(bank.importStatement, { params, body: { csv, write: true } });
  const { lines } = await office.ask(bank.lines, { params, query: {} });
  const [line] = lines;
  expect(line?.proposals[0]).toMatchObject({ reason: 'claim', is_question: false, parts: [{ kind: 'new_payment' }] });
  const parts = (line?.proposals[0]?.parts ?? []).map(({ kind, id, amount }) => ({ kind, id, amount }));
  await office.ask(bank.match, { params: { id: String(line?.line_id) }, body: { parts } });
  expect(await list()).toEqual([]);
  expect(await list('ended')).toMatchObject([{ state: 'matched' }]);
  await office.ask(bank.undo, { params: { id: String(line?.line_id) }, body: { reason: 'Of somebody else' } });
  expect(await list()).toMatchObject([{ state: 'open' }]);
  await office.expectCleanBooks();
});

test('after 30 days a claim has ended, and 60 days after its end the picture is deleted', async () => {
  const { app, claim, list } = await openMarket();
  await claim('500', {}, await pictureOf('#456'));
  const later = (days: number) => app.clock.set(instantOf(Date.parse(`${DAY}T08:00:00Z`) + days * 86_400_000));
  later(31);
  expect(await list()).toEqual([]);
  expect(await list('ended')).toMatchObject([{ state: 'expired', has_picture: true }]);
  later(91);
  await deleteOldRows(app.database, app.clock.now());
  expect(await list('ended')).toMatchObject([{ state: 'expired', has_picture: false }]);
});

test('erasing a tenant deletes the claims', async () => {
  const { app, office, ids, claim } = await openMarket();
  await claim('500', {}, await pictureOf('#789'));
  const params = { id: String(ids[0]) };
  await office.ask(tenancies.end, { params, body: { last_day: DAY } });
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'Asked for it' }, role: 'superadmin' });
  expect(await app.database.reader.selectFrom('payment_claims').selectAll().execute()).toEqual([]);
});

test('in any order of events claims change no balance, status or fine', { tags: ['slow'] }, async () => {
  for (const seed of [1, 2, 3]) {
    const dice = diceOf(seed);
    const withClaims = await openMarket();
    const without = await openMarket();
    let days = 0;
    for (let step = 0; step < 40; step += 1) {
      const amount = 100 * (1 + dice(30));
      const kind = dice(6);
      const money = async ({ office }: Awaited<ReturnType<typeof openMarket>>) => {
        const day = office.app.clock.now().slice(0, 10);
        if (kind === 0) await office.pay('A-1', amount, day, { paymentMethod: 'Bank Transfer' });
        if (kind === 1) {
          const next = instantOf(Date.parse(office.app.clock.now()) + 9 * 86_400_000);
          office.app.clock.set(next);
          await office.app.as('admin', {
            method: 'POST',
            url: '/api/systemsetting/generate',
            payload: { shop_id: 'A-1', month_year: next.slice(0, 7) },
          });
        }
      };
      await money(withClaims);
      await money(without);
      if (kind === 1) days += 9;
      const { office, app, claim, list } = withClaims;
      if (kind === 2 || kind === 3) await claim(String(amount), { day: app.clock.now().slice(0, 10) });
      const open = await list();
      const one = open[dice(open.length || 1)];
      const params = { id: String(one?.claim_id) };
      if (kind === 4 && one) await office.ask(claims.decline, { params, body: { sentence: 'Not at the bank' } });
      const payment_id = one?.payments[0]?.payment_id;
      if (kind === 5 && payment_id !== undefined) await office.ask(claims.match, { params, body: { payment_id } });
      const seen = async (market: typeof without) => {
        const { Payments, Invoices, ShopBalance, total_owed } = await market.office.summaryOf('A-1');
        return { Payments, Invoices, ShopBalance, total_owed };
      };
      expect([seed, step, await seen(withClaims)]).toEqual([seed, step, await seen(without)]);
    }
    expect(days).toBeGreaterThan(0);
    await withClaims.office.expectCleanBooks();
  }
});
