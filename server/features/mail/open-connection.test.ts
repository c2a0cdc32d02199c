/** @module-tag sqlite-only */
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { expect, onTestFinished, test } from 'vitest';
import { openMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { DeliveryError, MailConnection } from './open-connection.ts';
import type { MailServerAddress } from './read-mail-server.ts';

const PASSWORD = 'a secret of the mail server';
const MAIL = { from: 'office@market.example', to: 'nimal@example.com', content: Buffer.from('Subject: A\r\n\r\nB') };
/** An address of this machine that does not look like one. */
const ELSEWHERE = '0.0.0.0';

async function openServer(): Promise<TestMailServer> {
  const server = await openMailServer({ password: PASSWORD });
  onTestFinished(() => server.close());
  return server;
}

function send(address: MailServerAddress): Promise<string> {
  const line = new MailConnection(address);
  onTestFinished(() => line.close());
  return line.send(MAIL, { signal: AbortSignal.timeout(10_000), beforeHandOver: async () => {} });
}

const addressOf = ({ url }: TestMailServer, more: Partial<MailServerAddress>): MailServerAddress => ({
  ...parseConnectionUrl(url),
  host: ELSEWHERE,
  auth: { user: 'clerk', pass: PASSWORD },
  ...more,
});

test('a password is not sent over a connection that is not protected', async () => {
  const server = await openServer();
  const refused = await send(addressOf(server, {})).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DeliveryError);
  expect(refused).toMatchObject({ code: 'EOPENPASSWORD', isHandedOver: false });
  expect([server.connections(), server.taken]).toEqual([1, []]);
});

test.each([
  ['to a server that a setting names for it', { allowPlainPassword: true }],
  ['to a server on this machine', { host: '127.0.0.1' }],
])('a password is sent %s', async (_, more) => {
  const server = await openServer();
  expect(await send(addressOf(server, more))).toMatch(/^250 /);
  expect(server.taken).toHaveLength(1);
});

test('SMTP_URL asks for it by name', async () => {
  const server = await openServer();
  const url = server.url.replace('smtp://127.0.0.1', `smtp://clerk:${encodeURIComponent(PASSWORD)}@${ELSEWHERE}`);
  await expect(send(parseConnectionUrl(url))).rejects.toMatchObject({ code: 'EOPENPASSWORD' });
  expect(await send(parseConnectionUrl(`${url}&allowPlainPassword=true`))).toMatch(/^250 /);
});
