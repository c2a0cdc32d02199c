/** @module-tag sqlite-only */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import { serverState } from '#contract/server-state.ts';
import { readDiskSpace } from '../../db/storage/disk-space.ts';
import { openTestOffice } from '../../testing/office.ts';
import { SELF_SIGNED } from '../../testing/self-signed.ts';
import { CertificateWatch } from './watch-certificate.ts';

const SILENT = { warn: () => {} };
/** The end of SELF_SIGNED is on 26 November 2036 at 13:00:53 UTC. */
const DAYS_BEFORE = [
  ['2036-11-12T13:00:53.000Z', 14],
  ['2036-11-12T13:00:54.000Z', 13],
  ['2036-11-26T13:00:53.000Z', 0],
  ['2036-11-27T13:00:54.000Z', -2],
] as const;

async function listen(): Promise<number> {
  const server = createServer(SELF_SIGNED, (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function watch(address: string | undefined, now: string): CertificateWatch {
  const certificate = new CertificateWatch(address, { now: () => now as Instant });
  onTestFinished(() => certificate.stop());
  return certificate;
}

test.each(DAYS_BEFORE)('at %s a certificate is valid for %i days', async (now, days) => {
  const certificate = watch(`https://127.0.0.1:${await listen()}`, now);
  certificate.start(SILENT);
  await vi.waitFor(() => expect(certificate.daysLeft).toBe(days));
});

test('the certificate of another name counts as expired', async () => {
  const certificate = watch(`https://localhost:${await listen()}`, '2036-01-01T00:00:00.000Z');
  certificate.start(SILENT);
  await vi.waitFor(() => expect(certificate.daysLeft).toBe(0));
});

test.each([undefined, 'http://127.0.0.1:9'])('with the address %s nothing is known about a certificate', (address) => {
  const certificate = watch(address, '2036-01-01T00:00:00.000Z');
  certificate.start(SILENT);
  expect(certificate.daysLeft).toBeUndefined();
});

test('an address that does not answer is reported, and its certificate is unknown', async () => {
  const certificate = watch('https://127.0.0.1:9', '2036-01-01T00:00:00.000Z');
  const warn = vi.fn();
  certificate.start({ warn });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(certificate.daysLeft).toBeUndefined();
});

test('the state has the free space, and from the seventh day on when the disk is full', async () => {
  const office = await openTestOffice();
  const { dataDir, clock } = office.app;
  const now = readDiskSpace(dataDir)?.freeBytes ?? 0;
  const loseForDays = (days: number, share: number) => {
    const today = dayOf(clock.now());
    const free = Array.from({ length: days }, (_, at) => ({
      day: addDays(today, at - days + 1),
      freeBytes: now * (1 + share * (days - 1 - at)),
    }));
    writeFileSync(path.join(dataDir, 'free-space.json'), JSON.stringify(free));
  };
  const read = () => office.ask(serverState.get, { role: 'manager' });
  expect(await read()).toEqual({
    writes: 'taken',
    disk: { free_bytes: expect.any(Number), size_bytes: expect.any(Number) },
    full_in_weeks: null,
    certificate_days: null,
    database_role: null,
  });
  loseForDays(6, 1 / 70);
  expect((await read()).full_in_weeks).toBeNull();
  loseForDays(7, 1 / 70);
  expect((await read()).full_in_weeks).toBeCloseTo(10, 0);
});

test('writes that the database refuses are reported', async () => {
  const { app, ask, tokenOf } = await openTestOffice();
  await tokenOf('admin');
  app.database.writes.failed(Object.assign(new Error('read-only'), { code: '25006' }));
  expect((await ask(serverState.get, {})).writes).toBe('refused');
});
