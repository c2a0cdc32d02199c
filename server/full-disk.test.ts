/** @module-tag sqlite-only */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { METRICS_TOKEN, readMetrics } from './testing/metrics.ts';
import { TERMS } from './testing/office.ts';
import { type Running, startProcess } from './testing/process.ts';
import { CHIEF_ENVIRONMENT, RealServer } from './testing/real-server.ts';
import { makeServerCopy } from './testing/server-copy.ts';
import { makeSmallDisk, type SmallDisk } from './testing/small-disk.ts';

const FULL = {
  status: 503,
  body: {
    code: 'not_ready',
    message:
      'The disk of the server is full. Nothing was recorded. Tell the person who looks after the server, then try again.',
  },
};
const MEGABYTES = 110;

function start(disk: SmallDisk): Running {
  const tree = makeServerCopy();
  onTestFinished(() => tree.remove());
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: disk.folder, METRICS_TOKEN, ...CHIEF_ENVIRONMENT };
  return startProcess([tree.main], environment, disk.within);
}

async function scrape(running: Running): Promise<Map<string, number>> {
  const [, url = ''] = await running.says(/Server listening at (http:[^"]+)"/);
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return new Map(readMetrics(await answer.text()).samples.map(({ name, value }) => [name, value]));
}

async function untilReady(server: RealServer, body: object): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body: found } = await server.send('GET', '/readyz');
    if (Object.entries(body).every(([name, value]) => (found as Record<string, unknown>)[name] === value)) return;
    await wait(200);
  }
  throw new Error(`/readyz never said ${JSON.stringify(body)}`);
}

const addShop = (server: RealServer, shop_id: string) => server.send('POST', '/api/shops', { ...TERMS, shop_id });

test('on a full disk people sign in, read the log and download a backup; all else waits until there is room', {
  tags: ['slow'],
}, async () => {
  const disk = makeSmallDisk(MEGABYTES);
  if (!disk) {
    console.log('figures: this machine lets no process mount a disk of its own (unshare of util-linux)');
    return;
  }
  const running = start(disk);
  const server = await RealServer.enter(running);
  expect((await addShop(server, 'A-1')).status).toBe(201);
  const reserve = path.join(`/proc/${running.pid}/root`, disk.folder, 'reserve');
  while (!existsSync(reserve)) await wait(50);
  const makeRoom = disk.fill(running.pid);

  expect(await addShop(server, 'A-2')).toMatchObject(FULL);
  expect(existsSync(reserve)).toBe(true);
  const again = await RealServer.enter(running);
  expect(existsSync(reserve)).toBe(false);
  expect(await addShop(again, 'A-2')).toMatchObject(FULL);
  expect(await again.send('GET', '/api/audit?page=1&limit=5')).toMatchObject({ status: 200 });
  const backup = await (await again.open('/api/backup/backup')).text();
  expect(backup).toMatch(/'Backup Downloaded'.+\ncommit;\n/s);
  expect((await again.send('POST', '/api/admin/logout')).status).toBe(200);
  expect(await server.send('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', writes: 'refused', writes_reason: 'the disk of the data folder is full' },
  });
  const figures = await scrape(running);
  expect(figures.get('pola_database_fault')).toBe(1);
  expect(figures.get('pola_errors_total')).toBe(0);

  makeRoom();
  await untilReady(server, { writes: 'taken' });
  expect((await addShop(server, 'A-2')).status).toBe(201);
  expect(existsSync(reserve)).toBe(true);
});

test('a disk that fills while nobody works is reported within half a minute', { tags: ['slow'] }, async () => {
  const disk = makeSmallDisk(MEGABYTES);
  if (!disk) {
    console.log('figures: this machine lets no process mount a disk of its own (unshare of util-linux)');
    return;
  }
  const running = start(disk);
  const server = await RealServer.enter(running);
  disk.fill(running.pid);
  await untilReady(server, { writes: 'refused' });
  expect((await scrape(running)).get('pola_database_fault')).toBe(1);
  expect((await server.send('GET', '/api/audit?page=1&limit=5')).status).toBe(200);
});
