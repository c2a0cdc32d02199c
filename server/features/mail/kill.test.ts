/** @module-tag postgres */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayOf, monthOf } from '#billing/calendar.ts';
import type { MailResult } from '#contract/mail.ts';
import { systemClock } from '../../clock.ts';
import { diceOf } from '../../testing/dice.ts';
import { openMailServer, readMail, type TestMailServer } from '../../testing/mail-server.ts';
import { TERMS } from '../../testing/office.ts';
import { emptyMarket, onPostgres, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

/** Seconds allowed for each kill. The leases of a dead server take 20 seconds to expire. */
const SECONDS_EACH = 120;
const SHOPS = Array.from({ length: 9 }, (_, at) => `S-${at + 1}`);
const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla' };

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

interface Batch {
  body: { invoices: { invoice_id: string; again: true }[] };
  key: string;
}

const send = (server: RealServer, { body, key }: Batch) => server.send('POST', '/api/email/send-email', body, key);

async function sendUntilKnown(server: RealServer, batch: Batch): Promise<MailResult[]> {
  for (;;) {
    const { status, body } = await send(server, batch);
    if (status === 200) return (body as { results: MailResult[] }).results;
    expect(status).toBe(202);
  }
}

function expectOnce(results: readonly MailResult[], taken: TestMailServer['taken']): void {
  for (const { shop_id, state } of results) {
    const times = taken.filter(({ to }) => to === addressOf(shop_id)).length;
    if (state === 'sent') expect(times, shop_id).toBe(1);
    else expect([state, times <= 1], shop_id).toEqual(['unknown', true]);
  }
  expect(results).toHaveLength(SHOPS.length);
}

const addressOf = (shopId: string) => `good.${shopId.replace('-', '')}@example.com`;

async function openMarket(server: RealServer): Promise<Batch['body']> {
  const month = monthOf(dayOf(systemClock.now()));
  const invoices: Batch['body']['invoices'] = [];
  for (const shop_id of SHOPS) {
    expect((await server.send('POST', '/api/shops', { ...TERMS, shop_id })).status).toBe(201);
    const tenant = { ...PERSON, shop_id, email: addressOf(shop_id) };
    expect((await server.send('POST', '/api/tenants', tenant)).status).toBe(201);
    const bill = { shop_id, month_year: month };
    expect((await server.send('POST', '/api/systemsetting/generate', bill)).status).toBe(201);
    invoices.push({ invoice_id: `INV-${shop_id}-${month.replace('-', '')}`, again: true });
  }
  return { invoices };
}

const TITLE = 'a batch that is clicked twice and then cut off (%s) is sent once each, or reported as unknown';
const ways = ['kill', 'terminate'] as const;
test.each(ways)(TITLE, { tags: ['slow'], timeout: 2 * SECONDS_EACH * 1000 }, (way) => cutOffBatches(way, 1));
test.each(ways)(`${TITLE} (20)`, { tags: ['nightly'], timeout: 21 * SECONDS_EACH * 1000 }, (way) =>
  cutOffBatches(way, 20),
);

/**
 * Interrupts the sending of batches of emails, each requested by a double click. On PostgreSQL two servers use one
 * database, and each receives one of the clicks.
 */
async function cutOffBatches(way: 'kill' | 'terminate', ends: number): Promise<void> {
  const postbox = await openMailServer();
  onTestFinished(() => postbox.close());
  const SMTP_URL = postbox.url.replaceAll('=800', '=20000');
  const environment = { ...(await emptyMarket()), SMTP_URL, TOKEN_SECRET: 'a secret that several servers share' };
  let server = await RealServer.open(tree, environment);
  const { token } = server;
  const other = onPostgres ? await RealServer.open(tree, environment, token) : undefined;
  const body = await openMarket(server);
  const dice = diceOf(4);
  let cutOff = 0;
  let unknown = 0;
  for (let round = 0; round < ends; round += 1) {
    const batch = { body, key: `batch-${round}` };
    const before = postbox.taken.length;
    const clicks = [server, other ?? server].map((one) => send(one, batch).catch(() => undefined));
    const enough = before + dice(SHOPS.length);
    while (postbox.taken.length < enough) await wait(1);
    await wait(dice(40));
    await server[way]();
    const answers = await Promise.all(clicks);
    if (answers.some((answer) => answer?.status !== 200)) cutOff += 1;
    server = await RealServer.open(tree, environment, token);
    const results = await sendUntilKnown(server, batch);
    expectOnce(results, postbox.taken.slice(before));
    unknown += results.filter(({ state }) => state === 'unknown').length;
    expect(await sendUntilKnown(other ?? server, batch)).toEqual(results);
  }
  const ids = postbox.taken.map((mail) => readMail(mail).headers.find((line) => line.startsWith('Message-ID:')));
  expect(new Set(ids).size).toBe(ids.length);
  expect(cutOff).toBeGreaterThan(0);
  console.log(
    `figures: ${ends} of ${way}: ${cutOff} cut off, ${ids.length} mails taken, ${unknown} reported as unknown`,
  );
}
