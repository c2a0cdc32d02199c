/** @module-tag sqlite-only */
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Peer, startPeer } from '../../testing/peer-market.ts';
import { PeerFault } from './centre-fault.ts';
import { fetchPeer, type PeerRules, readPeerAddress } from './fetch-peer.ts';
import { isPublicAddress } from './public-address.ts';

const RULES: PeerRules = { limits: { answerMs: 300, mostBytes: 64 * 1024 }, loopbackHosts: ['localhost'] };
const STRICT = { loopbackHosts: [] };

function faultOf(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof PeerFault) return error.fault;
    throw error;
  }
}

async function faultAt(peer: Peer, rules: PeerRules = RULES): Promise<string> {
  const asked = fetchPeer(peer.address, '/x', { rules });
  return asked.then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => (error instanceof PeerFault ? error.fault : String(error)),
  );
}

const json =
  (text: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '172.32.0.1', '192.167.1.1', '2606:4700:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://10.0.0.8/',
  'https://172.20.0.1/',
  'https://192.168.0.10:8443/',
  'https://169.254.169.254/latest/meta-data',
])('the address %s is never asked', (address) => {
  expect(faultOf(() => readPeerAddress(address, STRICT))).toBe('private_address');
});

test.each([
  ['ftp://market.example', 'bad_address'],
  ['https://user:secret@market.example', 'bad_address'],
  ['file:///etc/passwd', 'bad_address'],
  ['http://market.example', 'not_encrypted'],
  ['', 'bad_address'],
  ['market.example', 'https://market.example'],
  [' https://Market.example/si/home-dailyprice?date=2026-11-20 ', 'https://market.example'],
])('%j is read as %s', (typed, expected) => {
  expect(faultOf(() => readPeerAddress(typed, STRICT))).toBe(expected);
});

test('a name is resolved once, and connected to what was checked: an address that changes afterwards gains nothing', async () => {
  const asked: string[] = [];
  const answers = ['1.1.1.1', '127.0.0.1'];
  const resolveName = async (name: string) => {
    asked.push(name);
    return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
  };
  const rules = { ...RULES, limits: { ...RULES.limits, answerMs: 50 }, loopbackHosts: [], resolveName };
  const fault = await faultAt({ address: 'https://rebinding.example' } as Peer, rules);
  expect(['too_slow', 'unreachable', 'bad_status']).toContain(fault);
  expect(asked).toEqual(['rebinding.example']);
});

test.each([
  ['127.0.0.1', 4],
  ['10.0.0.1', 4],
  ['::1', 6],
  ['fd12::1', 6],
] as const)('a name that leads to %s is refused before anything is sent', async (address, family) => {
  const peer = await startPeer(json('{}'));
  const resolveName = async () => [
    { address: '1.1.1.1', family: 4 },
    { address, family },
  ];
  const { port } = new URL(peer.address);
  const rules = { ...RULES, loopbackHosts: [], resolveName };
  expect(await faultAt({ ...peer, address: `https://inside.example:${port}` }, rules)).toBe('private_address');
  expect(peer.asked).toEqual([]);
});

test('a name that the setting permits may lead to this computer, and no further', async () => {
  const peer = await startPeer(json('{"a":1}'));
  expect(await faultAt(peer)).toBe('{"isUnchanged":false,"json":{"a":1}}');
  const resolveName = async () => [{ address: '10.0.0.1', family: 4 }];
  expect(await faultAt(peer, { ...RULES, resolveName })).toBe('private_address');
  expect(faultOf(() => readPeerAddress('http://localhost:3000', STRICT))).toBe('not_encrypted');
});

describe('a peer that', () => {
  const broken: [what: string, listener: RequestListener, fault: string][] = [
    ['answers with an error', (_, response) => response.writeHead(500).end(), 'bad_status'],
    ['sends no JSON', json('<html>'), 'bad_shape'],
    ['nests deeply', json(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'bad_shape'],
    ['nests in texts only', json('["[[[[[[[[[[[[[[[["]'), '{"isUnchanged":false,"json":["[[[[[[[[[[[[[[[["]}'],
    ['sends too much', json(JSON.stringify('x'.repeat(80_000))), 'too_large'],
    ['packs too much', json(gzipSync('1'.repeat(5_000_000)), { 'content-encoding': 'gzip' }), 'too_large'],
    ['sends broken gzip', json('no gzip', { 'content-encoding': 'gzip' }), 'unreachable'],
    ['hangs up', (request) => request.socket.destroy(), 'unreachable'],
    ['never answers', () => undefined, 'too_slow'],
    ['never ends', (_, response) => void response.writeHead(200).write('['), 'too_slow'],
    ['sends large headers', json('1', { 'x-much': 'y'.repeat(20_000) }), 'unreachable'],
    [
      'redirects to a private address',
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'redirected',
    ],
    [
      'redirects to another port of this computer',
      (_, response) => response.writeHead(301, { location: 'http://localhost:9/' }).end(),
      'redirected',
    ],
    ['redirects without an address', (_, response) => response.writeHead(302).end(), 'redirected'],
    [
      'redirects for ever',
      (request, response) => response.writeHead(302, { location: `${request.url}x` }).end(),
      'redirected',
    ],
  ];
  test.each(broken)('%s is cut off', async (_, listener, fault) => {
    expect(await faultAt(await startPeer(listener))).toBe(fault);
  });

  test('drips bytes is cut off when its time is over', async () => {
    const peer = await startPeer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await faultAt(peer)).toBe('too_slow');
  });

  test('sends an answer on the same address is followed', async () => {
    const peer = await startPeer((request, response) => {
      if (request.url === '/x') response.writeHead(308, { location: '/y' }).end();
      else json('[1]')(request, response);
    });
    expect(await faultAt(peer)).toBe('{"isUnchanged":false,"json":[1]}');
  });

  test('says that nothing changed is believed', async () => {
    const peer = await startPeer((request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"7"' ? 304 : 500).end(),
    );
    expect(await fetchPeer(peer.address, '/x', { etag: '"7"', rules: RULES })).toEqual({ isUnchanged: true });
  });
});
