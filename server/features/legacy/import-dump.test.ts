/** @module-tag postgres */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { imports } from '#contract/imports.ts';
import { openTestApp, type TestApp } from '#server/testing/app-context.ts';
import { expectRefusal, requestOf } from '#server/testing/call.ts';
import { formOf } from '#server/testing/example-market.ts';
import { legacyTablesOf, ONE_SHOP, writeDump } from '#server/testing/legacy-dump.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { stageDump } from './stage-dump.ts';

type State = Answer<typeof imports.dump>;

const DUMP = writeDump(legacyTablesOf(ONE_SHOP));
const MODIFIED = 1_795_132_800_000;
const MEGABYTE = 1024 * 1024;

async function openMarket(environment: Record<string, string> = {}) {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  const ask = async (entry: (typeof imports)['dump' | 'beginDump' | 'writeDump' | 'stopDump'], body?: object) => {
    const answer = await app.as('superadmin', requestOf(entry, body ? { body } : {}));
    expect(answer.statusCode).toBe(200);
    return answer.json<State>();
  };
  const begin = (bytes: number, name = 'dump.sql') => ask(imports.beginDump, { name, bytes, modified: MODIFIED });
  const piece = async (id: string, offset: number, bytes: Uint8Array): Promise<State> => {
    const form = await formOf({ id, offset }, Buffer.from(bytes), imports.sendDump.upload);
    const answer = await app.as('superadmin', { method: 'POST', url: imports.sendDump.path, ...form });
    expect(answer.statusCode).toBe(200);
    return answer.json<State>();
  };
  /** Waits until the child process has ended. */
  const ended = async (): Promise<State> => {
    for (;;) {
      const state = await ask(imports.dump);
      if (state.stage !== 'checking' && state.stage !== 'writing') return state;
      await wait(20);
    }
  };
  const send = async (content: Uint8Array): Promise<State> => {
    const { id } = await begin(content.length);
    await piece(id, 0, content);
    return ended();
  };
  return { app, ask, begin, piece, send, ended };
}

const filesOf = ({ dataDir }: TestApp) =>
  readdirSync(path.join(dataDir, 'moving-in'), { withFileTypes: true }).map(({ name }) => name);
const shopsIn = ({ database }: TestApp) => database.reader.selectFrom('shops').select('shop_id').execute();

test('a dump is sent in pieces, checked, and imported after it was confirmed', { tags: ['slow'] }, async () => {
  const { app, ask, begin, piece, ended } = await openMarket();
  const packed = gzipSync(DUMP);
  const half = Math.floor(packed.length / 2);
  expect(await ask(imports.dump)).toMatchObject({ stage: 'none', is_market_empty: true, most_megabytes: 6000 });
  const { id } = await begin(packed.length);
  await piece(id, 0, packed.subarray(0, half));
  // If the answer to a piece was lost, the browser sends the piece again. If the page was reloaded, the user chooses
  // the same file again. Neither adds bytes.
  expect(await piece(id, 0, packed.subarray(0, half))).toMatchObject({ received: half });
  expect(await begin(packed.length)).toMatchObject({ id, received: half, stage: 'receiving' });
  expect(await piece('another', half, packed.subarray(half))).toMatchObject({ received: half });
  await piece(id, half, packed.subarray(half));
  const checked = await ended();
  expect(checked).toMatchObject({
    stage: 'checked',
    by: 'superadmin@example.com',
    report: {
      tenancies: [{ shop_id: 'A-1', tenant: 'Nimal Perera', due: 798, previous_due: 798, balance: 0 }],
      unexplained: [],
    },
  });
  expect(await shopsIn(app)).toEqual([]);
  expect((await ask(imports.writeDump, { hash: 'another' })).stage).toBe('checked');
  const hash = checked.report?.hash;
  // The second of two clicks does not start another import.
  const clicks = await Promise.all([ask(imports.writeDump, { hash }), ask(imports.writeDump, { hash })]);
  expect(clicks.map(({ stage }) => stage)).toEqual(['writing', 'writing']);
  expect(await ended()).toMatchObject({ stage: 'written', is_market_empty: false });
  expect([await shopsIn(app), filesOf(app)]).toEqual([[{ shop_id: 'A-1' }], []]);
  expect((await verifyMarket(app.database)).differences).toEqual([]);
  const audit = await app.database.reader
    .selectFrom('audit_log')
    .select(['user_actioned', 'new_value'])
    .where('event_type', '=', 'Market Imported')
    .execute();
  expect(audit).toEqual([{ user_actioned: 'superadmin@example.com', new_value: hash }]);
});

test.each<[string, Uint8Array, RegExp]>([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), /^This is not a dump of the previous system/],
  ['a spreadsheet', Buffer.from('PK\x03\x04 xl/workbook.xml'), /^The format of the file is ZIP/],
  ['a dump that is cut off', DUMP.subarray(0, DUMP.length - 400), /cut off/],
  ['a compressed dump that is cut off', gzipSync(DUMP).subarray(0, -20), /cut off or damaged/],
])('%s is refused with the reason, and deleted', { tags: ['slow'] }, async (_, content, sentence) => {
  const { app, send } = await openMarket();
  const { stage, fault } = await send(content);
  expect([stage, fault, filesOf(app)]).toEqual(['failed', expect.stringMatching(sentence), []]);
});

test('the reason and the report are in the language of the reader', { tags: ['slow'] }, async () => {
  const { app, send } = await openMarket();
  const inSinhala = async () => {
    const headers = { 'accept-language': 'si' };
    return (await app.as('superadmin', { ...requestOf(imports.dump, {}), headers })).json<State>();
  };
  await send(DUMP.subarray(0, DUMP.length - 400));
  expect((await inSinhala()).fault).toBe('ගොනුව අසම්පූර්ණයි. දත්ත පිටපත නැවත ගන්න.');
  await send(writeDump([...legacyTablesOf(ONE_SHOP), { name: 'Sessions', columns: ['id int'], rows: [[1]] }]));
  expect((await inSinhala()).report?.notes).toEqual(['කියවන්නේ නැති වගු: Sessions.']);
});

test('a file that is empty, too large for the setting or for the disk is refused before it is sent', async () => {
  const { app, begin } = await openMarket({ DUMP_MEGABYTES: '999999' });
  expect(await begin(0)).toMatchObject({
    stage: 'failed',
    fault: 'The file is empty. Export the data of the previous system again.',
  });
  expect(await begin(900_000 * MEGABYTE)).toMatchObject({
    stage: 'failed',
    fault: 'The disk of the server does not have enough space for the file.',
  });
  const body = { name: 'dump.sql', bytes: 1_000_000 * MEGABYTE, modified: MODIFIED };
  expectRefusal(await app.as('superadmin', requestOf(imports.beginDump, { body })), 'dump_too_large');
});

test('one dump at a time, until it is stopped and deleted', async () => {
  const { app, ask, begin, piece } = await openMarket();
  const { id } = await begin(DUMP.length);
  await piece(id, 0, DUMP.subarray(0, 100));
  const body = { name: 'other.sql', bytes: 5, modified: MODIFIED };
  expectRefusal(await app.as('superadmin', requestOf(imports.beginDump, { body })), 'import_running');
  expect((await ask(imports.stopDump, { id: 'another' })).stage).toBe('receiving');
  expect([(await ask(imports.stopDump, { id })).stage, filesOf(app)]).toEqual(['none', []]);
  expect((await begin(5, 'other.sql')).stage).toBe('receiving');
});

test('an import that is stopped leaves nothing, and another one succeeds', { tags: ['slow'] }, async () => {
  const { app, ask, send, ended } = await openMarket();
  const many = Array.from({ length: 20_000 }, (_, at) => ({ id: at + 1 }));
  const dump = writeDump(legacyTablesOf({ ...ONE_SHOP, sanitation: many }));
  const { id, report } = await send(dump);
  await ask(imports.writeDump, { hash: report?.hash });
  for (let state = await ask(imports.dump); state.step?.step !== 'tickets'; state = await ask(imports.dump)) {
    if (state.stage !== 'writing') throw new Error(`the import ended before it was stopped: ${state.fault}`);
    await wait(5);
  }
  expect((await ask(imports.stopDump, { id })).stage).toBe('none');
  expect([await shopsIn(app), filesOf(app)]).toEqual([[], []]);
  const again = await send(dump);
  await ask(imports.writeDump, { hash: again.report?.hash });
  expect([(await ended()).stage, await shopsIn(app)]).toEqual(['written', [{ shop_id: 'A-1' }]]);
});

test('a market that is not empty is left as it is, and refuses a dump before it is sent', {
  tags: ['slow'],
}, async () => {
  const { app, begin, ask } = await openMarket();
  const payload = { shop_id: 'B-1', shop_name: 'B', location: 'B', rent_amount: 1, vat_rate: 0, operation_fee: 0 };
  await app.as('superadmin', { method: 'POST', url: '/api/shops', payload });
  expect((await ask(imports.dump)).is_market_empty).toBe(false);
  expect(await begin(DUMP.length)).toMatchObject({
    stage: 'failed',
    received: 0,
    fault: 'This market is not empty: it has shops. Start with an empty one.',
  });
});

test('a market that was filled while a dump was sent refuses it before it is unpacked', {
  tags: ['slow'],
}, async () => {
  const { app, begin, piece, ended } = await openMarket();
  const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '));
  const { id } = await begin(bomb.length);
  const payload = { shop_id: 'B-1', shop_name: 'B', location: 'B', rent_amount: 1, vat_rate: 0, operation_fee: 0 };
  await app.as('superadmin', { method: 'POST', url: '/api/shops', payload });
  await piece(id, 0, bomb);
  const { stage, step, fault } = await ended();
  expect([stage, step, fault]).toEqual([
    'failed',
    null,
    'This market is not empty: it has shops. Start with an empty one.',
  ]);
  expect(filesOf(app)).toEqual([]);
});

test('unpacking stops at the limit, and nothing of the dump is left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bomb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'bomb.sql.gz');
  const place = path.join(folder, 'staged');
  writeFileSync(file, gzipSync(Buffer.alloc(8 * MEGABYTE, ' ')));
  const read: number[] = [];
  const onProgress = (bytes: number) => read.push(bytes);
  await expect(stageDump(file, { place, onProgress, mostBytes: 2 * MEGABYTE })).rejects.toThrow(
    'The unpacked dump has more than 2 MB, a fifth of the free disk.',
  );
  // A piece of the unpacked dump has 256 kB.
  expect(read).toHaveLength(9);
  expect(readdirSync(folder)).toEqual(['bomb.sql.gz']);
});
