/** @module-tag sqlite-only */
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { serveBuiltWeb } from './http/assets/web-build.ts';
import { type Dice, diceOf, oneOf } from './testing/dice.ts';
import { openListeningMarket } from './testing/listening-market.ts';

const ANSWER_MS = 10_000;
const LONGEST_PIECES = 6;

/** Pieces of which request targets are made: of addresses, of escapes, of other forms, and what belongs in none. */
const PIECES = [
  [
    '/',
    '//',
    '///',
    '*',
    '?',
    '#',
    '@',
    ':',
    ';',
    '\\',
    '&',
    '=',
    '+',
    '.',
    '..',
    '/../',
    '/./',
    '~',
    '|',
    '^',
    '"',
    '<',
    '`',
    '{',
    '}',
  ],
  [
    '%',
    '%0',
    '%zz',
    '%00',
    '%2f',
    '%2F',
    '%5c',
    '%c0%af',
    '%ff',
    '%e0%80%80',
    '%ed%a0%80',
    '%u0041',
    '%25',
    '%25%32%35',
  ],
  ['\u0000', '\u0001', '\t', '\u007f', '\u00a0', '\u00e9', '\u00ff', ' ', '\r', '\u000b'],
  [
    ':80',
    ':0',
    ':99999',
    ':-1',
    ':x',
    '[::1]',
    '[',
    ']',
    'http:',
    'http://',
    'https://market',
    'ftp://a',
    'mailto:',
    'data:,',
  ],
  [
    'si',
    'ta',
    'en',
    'api',
    'assets',
    'images',
    'office',
    'gate',
    'prices',
    'product',
    'p',
    'd',
    'share',
    'print',
    'fonts',
    'mcp',
  ],
  [
    '1',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    '2026-02-30',
    '2026-11-20',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    'a',
  ],
  [
    'x'.repeat(300),
    '/x'.repeat(1100),
    '%41'.repeat(700),
    'lang=si',
    'page=',
    'from=2026-11-20&to=',
    '.png',
    '.json',
    '.csv',
  ],
].flat();
const PATHS = [
  ...new Set(listCalls().map(({ entry }) => entry.path)),
  '/',
  '/si/',
  '/ta/prices',
  '/robots.txt',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
  '/price-list/si/2026-11-20.pdf',
  '/share/si/2026-11-20.png',
  '/alerts/manage',
  '/login',
];
/** CONNECT and upgrades are not requests of a target in this sense. */
const KNOWN = METHODS.filter((method) => method !== 'CONNECT');

function makeTarget(dice: Dice): string {
  const pieces = Array.from({ length: dice(LONGEST_PIECES) }, () => oneOf(dice, PIECES));
  const path = oneOf(dice, PATHS).replaceAll(/:\w+/g, () => oneOf(dice, PIECES));
  switch (dice(4)) {
    case 0:
      return pieces.join('');
    case 1:
      return `/${pieces.join('')}`;
    case 2:
      return `${path}${pieces.join('')}`;
    default:
      return `${path}?${pieces.join('')}`;
  }
}

function makeRequest(dice: Dice): string {
  const method = dice(3) === 0 ? oneOf(dice, KNOWN) : 'GET';
  const host = dice(4) === 0 ? oneOf(dice, PIECES).replaceAll(/[\r\n]/g, '') : 'market';
  return `${method} ${makeTarget(dice)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
}

/** Returns the status of the first answer; undefined if the connection was closed without one. */
async function statusOf(connect: () => Promise<Socket>, request: string): Promise<number | undefined> {
  const socket = await connect();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard = (heard + piece).slice(0, 100);
  });
  socket.on('close', () => resolve());
  socket.write(request, 'latin1');
  const late = wait(ANSWER_MS, 'late', { ref: false });
  if ((await Promise.race([closed, late])) === 'late') throw new Error(`no end of the answer to ${request}`);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(heard)?.[1];
  return status === undefined ? undefined : Number(status);
}

async function search(seed: number, requests: number): Promise<void> {
  const market = await openListeningMarket({}, undefined, serveBuiltWeb);
  const connect = () => market.connect('127.0.0.2');
  const dice = diceOf(seed);
  const statuses = new Set<number | undefined>();
  for (let at = 0; at < requests; at += 1) {
    const request = makeRequest(dice);
    const status = await statusOf(connect, request);
    statuses.add(status);
    const isOfClient = status !== undefined && status >= 200 && status < 500;
    expect(isOfClient, `seed ${seed}, request ${at}: ${status} for ${JSON.stringify(request)}`).toBe(true);
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 414]));
  expect(await statusOf(connect, 'GET /readyz HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n')).toBe(200);
}

test('no request target is a fault of the server: 600 random ones', { tags: ['slow'] }, () => search(20_261_129, 600));

test('no request target is a fault of the server: 20,000 random ones', { tags: ['nightly'] }, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`figures: request targets with the seed ${seed}`);
  await search(seed, 20_000);
});
