import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { imports } from '#contract/imports.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadCatalogue } from '#server/features/products/import-products.ts';
import { starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import { openTestApp, type TestApp } from '#server/testing/app-context.ts';
import { requestOf } from '#server/testing/call.ts';
import { formOf } from '#server/testing/example-market.ts';
import { readTableFile } from '#web/ui/file/read-table-file.ts';
import { importLegacyFile } from './import/import-legacy-file.ts';
import { importPriceFile } from './import/import-price-file.ts';
import { importShopFile } from './import/import-shop-file.ts';

/**
 * Files as other programs write them. Each is given to the command, and to the API as the browser reads it; both must
 * say the same about it.
 */

const INPUTS = path.join(import.meta.dirname, '../server/testing/inputs');
const COMMANDS = { prices: importPriceFile, shops: importShopFile, dump: importLegacyFile };

let app: TestApp;
let empty: TestApp;
let folders: { filled: string; empty: string };
beforeAll(async () => {
  app = await openTestApp();
  empty = await openTestApp();
  folders = { filled: await makeFolder(), empty: await makeFolder() };
  const filled = connect({ databaseUrl: undefined, dataDir: folders.filled });
  const wanted = ['CARROT-NE', 'CARROT-JF', 'TOMATO', 'BEANS'];
  const rows = starterProducts
    .filter(({ code }) => wanted.includes(code))
    .map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
  const context = { actor: 'test', now: systemClock.now(), requestId: 'test' };
  for (const database of [app.database, filled]) await loadCatalogue(database, context, rows);
  await filled.close();
});
afterAll(async () => {
  await Promise.all([app.close(), empty.close()]);
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

async function makeFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-inputs-'));
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  await migrate(database);
  await database.close();
  return folder;
}

const bytesOf = (name: string) => readFileSync(path.join(INPUTS, name));

async function command(kind: keyof typeof COMMANDS, name: string, ...more: string[]): Promise<string> {
  const said: string[] = [];
  const print = (line: string) => {
    said.push(line);
  };
  const environment = { DATA_DIR: kind === 'dump' ? folders.empty : folders.filled };
  const parameters = [path.join(INPUTS, name), ...more];
  const status = await COMMANDS[kind]({ parameters, environment, print, printFault: print });
  return [...said, `status ${status}`].join('\n');
}

async function csvOf(name: string): Promise<string> {
  const [table] = await readTableFile(bytesOf(name));
  return table?.text ?? '';
}

async function askPrices(name: string, answers: Record<string, string> = {}) {
  const body = { csv: await csvOf(name), answers };
  const answer = await app.as('editor', requestOf(prices.importCsv, { body }));
  return prices.importCsv.answer.parse(answer.json());
}

async function askShops(name: string) {
  const body = { csv: await csvOf(name) };
  const answer = await app.as('superadmin', requestOf(imports.table, { params: { subject: 'shops' }, body }));
  return imports.table.answer.parse(answer.json());
}

type DumpState = Answer<typeof imports.dump>;

/** Sends a dump, waits for its dry run, and deletes it. */
async function askDump(name: string): Promise<DumpState> {
  const content = bytesOf(name);
  const ask = async (entry: 'dump' | 'beginDump' | 'stopDump', body?: object) =>
    (await empty.as('superadmin', requestOf(imports[entry], body ? { body } : {}))).json<DumpState>();
  const { id } = await ask('beginDump', { name, bytes: content.length, modified: 0 });
  const form = await formOf({ id, offset: 0 }, content, imports.sendDump.upload);
  await empty.as('superadmin', { method: 'POST', url: imports.sendDump.path, ...form });
  for (;;) {
    const state = await ask('dump');
    if (state.stage === 'checking') await wait(20);
    else {
      await ask('stopDump', { id });
      return state;
    }
  }
}

const PRICES: Record<string, { answers: Record<string, string>; asked: string[]; read: string[] }> = {
  'x-s1.csv': {
    answers: { prices: 'price', 'column:market': 'Dambulla', 'item:carrot': '' },
    asked: ['prices', 'column:market'],
    read: ['2020-11-27 Tomato 140 140', '2020-11-27 carrot 250 250'],
  },
  'x-s3.csv': {
    answers: { prices: 'both', 'item:carrot': '' },
    asked: ['prices', 'item:carrot'],
    read: [
      '2020-11-26 Beans 380 380',
      '2020-11-26 Tomato 140 140',
      '2020-11-26 carrot 250 250',
      '2020-11-27 Beans 390 390',
      '2020-11-27 Tomato 150 150',
      '2020-11-27 carrot 255 255',
    ],
  },
  'x-s7-sinhala-list.csv': {
    answers: { 'item:කැරට්': '' },
    asked: ['item:කැරට්'],
    read: ['2020-11-27 Tomato 120 150', '2020-11-27 carrot 240 270'],
  },
};

describe('a list of prices', () => {
  test.each(Object.entries(PRICES))('%s', { tags: ['slow'] }, async (name, { answers, asked, read }) => {
    const open = await askPrices(name);
    expect(open.questions.map(({ id }) => id).toSorted()).toEqual(expect.arrayContaining(asked.toSorted()));
    expect([open.written, open.faults]).toEqual([false, []]);
    const dry = await command('prices', name);
    for (const id of asked) expect(dry).toContain(`--answer "${id}=`);
    // Which of the two carrots it is can only be answered with the id that the first answers lead to.
    const almost = await askPrices(name, withoutBlank(answers));
    const carrot = almost.questions.find(({ id }) => id.startsWith('item:'));
    const choice = carrot?.choices.find(({ label }) => label.startsWith('Carrot - Jaffna'))?.value ?? '';
    const all = { ...withoutBlank(answers), [carrot?.id ?? '']: choice };
    const done = await askPrices(name, all);
    const lines = done.prices.map(
      (one) => `${one.date} ${one.product.replace('Carrot - Jaffna', 'carrot')} ${one.min_price} ${one.max_price}`,
    );
    expect(lines.toSorted()).toEqual(read);
    expect(done.questions.filter(({ answer }) => answer === null)).toEqual([]);
    const options = Object.entries(all).flatMap(([id, value]) => ['--answer', `${id}=${value}`]);
    expect(await command('prices', name, ...options)).toContain(`${read.length} good, 0 faulty`);
  });
});

function withoutBlank(answers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));
}

describe('a list of shops', () => {
  test('i01-vacant-marks.csv: Vacant, - and හිස් are vacant shops', { tags: ['slow'] }, async () => {
    const note = '3 shops are imported as vacant, because the file has “Vacant”, “-”, “හිස්” in place of a tenant.';
    const answer = await askShops('i01-vacant-marks.csv');
    expect([answer.accepted, answer.faults, answer.notes]).toEqual([3, [], expect.arrayContaining([note])]);
    const said = await command('shops', 'i01-vacant-marks.csv');
    expect(said).toContain(note);
    expect(said).toContain('New: shops 3, tenants 0.');
  });

  test('i02-phones.csv: a lost 0 comes back, a rounded number is a fault', { tags: ['slow'] }, async () => {
    const answer = await askShops('i02-phones.csv');
    expect(answer.faults).toEqual([
      { line: 3, reason: expect.stringContaining('9.47712E+11'), text: expect.anything() },
    ]);
    const note = '1 phone number lacks the leading 0, which spreadsheet programs remove. It was added.';
    expect(answer.notes).toEqual(expect.arrayContaining([note]));
    const said = await command('shops', 'i02-phones.csv');
    for (const text of ['9.47712E+11', note, 'Lines read: 3 (2 good, 1 faulty).']) expect(said).toContain(text);
  });
});

describe('a dump of the earlier system', () => {
  const counts = ({ report }: DumpState, table: string) => report?.tables.find((one) => one.table === table)?.imported;

  test.each(['d01-comment-between-rows.sql', 'd04-heidisql.sql', 'd05-adminer.sql'])(
    '%s is complete',
    {
      tags: ['slow'],
    },
    async (name) => {
      const state = await askDump(name);
      expect([state.fault, state.stage, counts(state, 'Prices'), counts(state, 'shops')]).toEqual([
        null,
        'checked',
        3,
        1,
      ]);
      const said = await command('dump', name);
      expect(said).toMatch(/^Prices +3 +3 +0 +0$/m);
      expect(said).toMatch(/status 0$/);
    },
  );

  test('d02-update-at-end.sql: a statement that changes rows is named', { tags: ['slow'] }, async () => {
    const { stage, fault } = await askDump('d02-update-at-end.sql');
    expect([stage, fault]).toEqual(['failed', expect.stringMatching(/UPDATE.*shops/)]);
    expect(await command('dump', 'd02-update-at-end.sql')).toMatch(/UPDATE.*shops[\s\S]*status 1$/);
  });
});

test('every file of the folder is tested', () => {
  const own = readFileSync(import.meta.filename, 'utf8');
  expect(readdirSync(INPUTS).filter((name) => !own.includes(name))).toEqual([]);
});
