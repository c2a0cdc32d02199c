/** @module-tag sqlite-only */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { systemClock } from '../clock.ts';
import { TERMS } from '../testing/office.ts';
import { onFullDisk, startProcess, startProgram } from '../testing/process.ts';
import { emptyMarket, RealServer } from '../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../testing/server-copy.ts';
import { loadSecret, makePrivate } from './data-folder.ts';
import { lockDataFolder } from './server-lock.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function isFree(folder: string): boolean {
  const unlock = lockDataFolder(folder);
  unlock?.();
  return unlock !== undefined;
}

const holder = (folder: string) =>
  startProgram(`
    import { lockDataFolder } from '#server/db/server-lock.ts';
    const unlock = lockDataFolder(${JSON.stringify(folder)});
    console.log(unlock ? 'holds the lock' : 'was refused');
    // The timer refers to the lock, because garbage collection would release it otherwise.
    setInterval(() => unlock, 1000);
  `);

test('one server at a time works on a data folder', () => {
  const folder = makeFolder();
  const unlock = lockDataFolder(folder);
  expect(unlock).toBeTypeOf('function');
  expect(isFree(folder)).toBe(false);
  expect(isFree(makeFolder())).toBe(true);
  unlock?.();
  expect(isFree(folder)).toBe(true);
});

test('a missing data folder is created', () => {
  const folder = path.join(makeFolder(), 'market', 'data');
  expect(isFree(folder)).toBe(true);
});

test('a data folder that only PostgreSQL needs is created for its owner, without a warning', () => {
  const folder = path.join(makeFolder(), 'market', 'data');
  makePrivate(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a second process is refused as well', async () => {
  const folder = makeFolder();
  const unlock = lockDataFolder(folder);
  await holder(folder).says(/was refused/);
  unlock?.();
});

test('a server that was killed no longer holds the lock', { tags: ['slow'] }, async () => {
  const folder = makeFolder();
  const killed = holder(folder);
  await killed.says(/holds the lock/);
  expect(isFree(folder)).toBe(false);
  killed.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  expect(isFree(folder)).toBe(true);
});

function makeFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'token-secret');
}

test('a secret is whole on the disk before it has its name, and its name is before the secret is used', () => {
  const file = makeFile();
  const synced: { place: string; bytes: number; hasName: boolean }[] = [];
  const secret = loadSecret(file, (place) => {
    const bytes = place === path.dirname(file) ? 0 : readFileSync(place).length;
    synced.push({ place, bytes, hasName: existsSync(file) });
  });
  expect(synced).toEqual([
    { place: `${file}.${process.pid}`, bytes: 64, hasName: false },
    { place: path.dirname(file), bytes: 0, hasName: true },
  ]);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect([loadSecret(file), readdirSync(path.dirname(file))]).toEqual([secret, ['token-secret']]);
});

test('a disk that fails before the name is there leaves no secret behind', () => {
  const file = makeFile();
  const fail = () => {
    throw new Error('EIO');
  };
  expect(() => loadSecret(file, fail)).toThrow('EIO');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

describe('full disk', () => {
  const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
  /**
   * Sizes of the disk in blocks of 512 bytes. A page of the write-ahead log has 4,120 bytes, and a payment writes about
   * 18 pages.
   */
  const SIZES = [800, 845];

  let tree: ServerCopy;
  beforeAll(() => {
    tree = makeServerCopy();
  });
  afterAll(() => tree.remove());

  test('a disk that becomes full in the middle of a payment: it is refused, reads go on, and on a larger disk each payment is there once', {
    tags: ['slow'],
  }, async () => {
    const environment = await emptyMarket();
    const first = await RealServer.open(tree, environment);
    expect((await first.send('POST', '/api/shops', { ...TERMS, shop_id: 'A-1' })).status).toBe(201);
    expect((await first.send('POST', '/api/tenants', { ...PERSON, shop_id: 'A-1' })).status).toBe(201);
    await first.terminate();
    const acknowledged: string[] = [];
    for (const size of SIZES) {
      const within = onFullDisk(size);
      const running = startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...environment }, within);
      const full = await RealServer.enter(running, first.token);
      const keys = Array.from({ length: 30 }, (_, at) => `payment-${size}-${at}`);
      let refused: string | undefined;
      for (const key of keys) {
        if (!(await isPaid(full, key))) {
          refused = key;
          break;
        }
        acknowledged.push(key);
      }
      expect(refused).toBeDefined();
      expect(refused).not.toBe(keys[0]);
      expect(await full.send('GET', '/readyz')).toMatchObject({ status: 200, body: { writes: 'refused' } });
      expect(await notesOf(full)).toEqual(acknowledged);
      await full.kill();

      const larger = await RealServer.open(tree, environment, first.token);
      expect((await notesOf(larger)).filter((note) => note !== refused)).toEqual(acknowledged);
      expect(await isPaid(larger, String(refused))).toBe(true);
      acknowledged.push(String(refused));
      expect(await notesOf(larger)).toEqual(acknowledged);
      const verdict = ledger.verify.answer.parse((await larger.send('GET', '/api/books/verify')).body);
      expect(verdict).toMatchObject({ is_clean: true, differences: [] });
      await larger.terminate();
    }
  });

  async function isPaid(server: RealServer, key: string): Promise<boolean> {
    const body = { amountPaid: 100, paymentDate: dayOf(systemClock.now()), note: key };
    const answer = await server.send('POST', '/api/payments/by-shop/A-1', body, key);
    if (answer.status === 200) return true;
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'not_ready' } });
    return false;
  }

  async function notesOf(server: RealServer): Promise<(string | null)[]> {
    const { payments: rows } = payments.list.answer.parse((await server.send('GET', '/api/payments/payments')).body);
    return rows.toSorted((one, other) => one.payment_id - other.payment_id).map(({ note }) => note);
  }
});
