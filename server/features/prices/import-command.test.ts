import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

const run = promisify(execFile);
const command = path.resolve(import.meta.dirname, '../../../scripts/import-prices.ts');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.as('admin', { method: 'POST', url: '/api/products', payload: { name: 'Leeks', type: 'vegetable' } });
});
afterAll(() => app.close());

test('prices imported by the command beside a running server are on the public list moments later', {
  tags: ['slow'],
}, async () => {
  const url = '/api/prices/by-date/2020-01-27';
  expect((await app.send({ url })).json()).toEqual([]);
  const file = path.join(app.dataDir, 'prices.csv');
  writeFileSync(file, 'date,item,min_price,max_price\n2020-01-27,Leeks,110,120\n');
  const environment = { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '' };
  const { stdout } = await run(process.execPath, [command, file, '--write'], { env: environment });
  expect(stdout).toContain('1 added');
  const isShown = async () => expect((await app.send({ url })).json()).toMatchObject([{ min_price: 110 }]);
  await vi.waitFor(isShown, { timeout: 30_000, interval: 50 });
});
