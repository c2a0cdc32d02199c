import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigFault, readConfig } from '../../config.ts';
import { START } from '../../testing/accounts.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { openCentre } from './open-centre.ts';
import { storeFirstCentre } from './store-first-centre.ts';

async function openMarket(file?: string) {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  const write = (text: string, name = 'centre.json') => writeFileSync(path.join(made.dataDir, name), text);
  if (file !== undefined) write(file);
  const start = async (environment: Record<string, string> = {}) => {
    const config = readConfig({ DATA_DIR: made.dataDir, ...environment });
    const context = { actor: 'first start', now: START, requestId: 'first-start' };
    const isAsStored = await storeFirstCentre(made.database, context, config);
    return { isAsStored, facts: (await openCentre(made.database.reader, config)).facts };
  };
  return { made, write, start };
}

test('the first start stores the file, with the example for what it does not name', async () => {
  const { made, start } = await openMarket('{"hotline":"066 228 5181","name":{"en":"Keppetipola"}}');
  const { isAsStored, facts } = await start();
  expect(isAsStored).toBe(true);
  expect(facts.hotline).toBe('066 228 5181');
  expect(facts.name).toEqual({ en: 'Keppetipola', si: 'Keppetipola', ta: 'Keppetipola' });
  expect(facts.place.en).toBe('Dambulla');
  const entries = made.database.reader.selectFrom('audit_log').select(['event_type', 'user_actioned']);
  expect(await entries.execute()).toEqual([{ event_type: 'Centre Settings Changed', user_actioned: 'first start' }]);
});

test('later starts do not read the file, and say when it has changed', async () => {
  const { made, write, start } = await openMarket('{"hotline":"066 000 0001"}');
  await start();
  expect((await start()).isAsStored).toBe(true);
  write('{"hotline":"066 000 0002"}');
  const changed = await start();
  expect([changed.isAsStored, changed.facts.hotline]).toEqual([false, '066 000 0001']);
  write('not json');
  expect((await start()).facts.hotline).toBe('066 000 0001');
  const { count } = await made.database.reader
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('of two processes that start at once one stores the facts', async () => {
  const { made, start } = await openMarket('{"hotline":"066 000 0001"}');
  expect((await Promise.all([start(), start()])).map(({ isAsStored }) => isAsStored)).toEqual([true, true]);
  expect(await made.database.reader.selectFrom('audit_log').select('id').execute()).toHaveLength(1);
});

test('a file named in the environment takes precedence over the one in the data folder', async () => {
  const { made, write, start } = await openMarket('{"hotline":"066 000 0001"}');
  write('{"hotline":"066 000 0002"}', 'other.json');
  const { facts } = await start({ CENTRE_FILE: path.join(made.dataDir, 'other.json') });
  expect(facts.hotline).toBe('066 000 0002');
});

async function faultsOf(start: () => Promise<unknown>): Promise<string[]> {
  const fault = await start().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof ConfigFault)) throw fault;
  return fault.faults;
}

test.each([
  ['not json', ['centre file: it is not valid JSON']],
  [
    '{"email":"nobody","latitude":91,"hotline":"none"}',
    [
      'centre file, hotline: Enter one phone number, such as 011 000 0000.',
      'centre file, email: Enter an email address, such as name@example.com.',
      'centre file, latitude: The latitude can be at most 90.',
    ],
  ],
  [
    '{"socialLinks":[{"name":"x","url":"javascript:alert(1)"}]}',
    ['centre file, socialLinks.0.url: Enter an address that begins with http:// or https://.'],
  ],
])('a first centre file that says %s is refused with its faults', async (text, faults) => {
  const { start } = await openMarket(text);
  expect(await faultsOf(start)).toEqual(faults);
});

test('a first centre file that cannot be read is refused', async () => {
  const { start } = await openMarket();
  expect(await faultsOf(() => start({ CENTRE_FILE: '/nowhere/centre.json' }))).toEqual([
    'CENTRE_FILE /nowhere/centre.json cannot be read',
  ]);
});
