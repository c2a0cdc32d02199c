import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { verifyMarket } from '#server/features/ledger/verify-market.ts';
import { legacyTablesOf, ONE_SHOP, writeDump } from '#server/testing/legacy-dump.ts';
import { importLegacyFile } from './import/import-legacy-file.ts';

/** Tests of `npm run import:legacy`, which moves a market from the previous system to this one. */

const TWO_TENANTS = {
  ...ONE_SHOP,
  tenants: [{}, { tenant_id: 2, name: 'Kamal Silva', createdAt: '2026-07-04 08:00:00' }],
};

let empty: string;
let folder: string;
beforeAll(async () => {
  empty = mkdtempSync(path.join(tmpdir(), 'pola-legacy-'));
  const database = connect({ databaseUrl: undefined, dataDir: empty });
  await migrate(database);
  await database.close();
});
afterAll(() => rmSync(empty, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-legacy-'));
  cpSync(empty, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function dumpOf(rows: Parameters<typeof legacyTablesOf>[0] = ONE_SHOP): string {
  const file = path.join(folder, 'dump.sql');
  writeFileSync(file, writeDump(legacyTablesOf(rows)));
  return file;
}

async function run(...parameters: string[]) {
  const said: string[] = [];
  const faults: string[] = [];
  const status = await importLegacyFile({
    parameters,
    environment: { DATA_DIR: folder },
    print: (line) => said.push(line),
    printFault: (line) => faults.push(line),
  });
  return { status, said, faults };
}

async function inMarket<Result>(use: (database: ReturnType<typeof connect>) => Promise<Result>): Promise<Result> {
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const shopsIn = () => inMarket(({ reader }) => reader.selectFrom('shops').select('shop_id').execute());

describe('the import of a market', () => {
  it('says what would happen, in a folder too; then writes it; then finds it there', async () => {
    const report = path.join(folder, 'report');
    const dry = await run(dumpOf(), '--report', report);
    expect([dry.status, dry.said.at(-1), await shopsIn()]).toEqual([
      0,
      'Nothing was written. Add --write to write.',
      [],
    ]);
    expect(dry.said).toContain(
      '  A-1, Nimal Perera, 2026-06-25 to now: due 798.00 (Rent 798.00), balance 0.00; before: due 798.00 (Rent 798.00), balance 0.00',
    );
    expect(dry.said).toContain('payments                 1         1         0         0');
    expect(readdirSync(report).toSorted()).toEqual(['answers.json', 'pictures', 'report.json', 'report.txt']);
    expect(JSON.parse(readFileSync(path.join(report, 'report.json'), 'utf8'))).toMatchObject({
      outcome: 'dry run',
      unexplained: [],
    });
    expect(await run(dumpOf(), '--write')).toMatchObject({ status: 0, faults: [] });
    expect(await shopsIn()).toEqual([{ shop_id: 'A-1' }]);
    expect(await inMarket(async (database) => (await verifyMarket(database)).differences)).toEqual([]);
    const again = await run(dumpOf(), '--write');
    expect([again.status, again.said]).toEqual([0, ['Nothing was added: this dump was imported before.']]);
  });

  it('asks about tenants in a file, which answers the questions', async () => {
    const report = path.join(folder, 'report');
    await run(dumpOf(TWO_TENANTS), '--report', report);
    const file = path.join(report, 'answers.json');
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toEqual([
      {
        shop_id: 'A-1',
        questions: ['several_tenants'],
        tenants: [
          { tenant_id: 1, name: 'Nimal Perera', from: '2026-06-25' },
          { tenant_id: 2, name: 'Kamal Silva', from: '2026-07-04' },
        ],
      },
    ]);
    writeFileSync(file, text.replace('2026-07-04', '2026-07-10'));
    const { said } = await run(dumpOf(TWO_TENANTS), '--answers', file);
    expect(said.filter((line) => line.startsWith('  A-1'))).toEqual([
      expect.stringContaining('Nimal Perera, 2026-06-25 to 2026-07-09'),
      expect.stringContaining('Kamal Silva, 2026-07-10 to now'),
    ]);
  });

  it('ends with 1 while nothing explains an adjustment, and writes once it is accepted', async () => {
    const dump = dumpOf({ ...ONE_SHOP, payments: [] });
    const dry = await run(dump);
    expect([dry.status, dry.said.slice(-4, -1)]).toEqual([
      1,
      ['', expect.stringMatching(/^Adjustments that nothing in the dump explains/), '  A-1: 500.00'],
    ]);
    const refused = await run(dump, '--write');
    expect([refused.status, refused.faults, await shopsIn()]).toEqual([
      1,
      [expect.stringMatching(/^Nothing was imported: .* A-1 500\.00\. .* --accept-adjustments\.$/)],
      [],
    ]);
    expect(await run(dump, '--write', '--accept-adjustments')).toMatchObject({ status: 0, faults: [] });
    expect(await shopsIn()).toEqual([{ shop_id: 'A-1' }]);
  });

  it('saves pictures that cannot be read with the report', async () => {
    const report = path.join(folder, 'report');
    const gif = Buffer.from('GIF89a\0\0');
    await run(dumpOf({ Products: [{ image: gif }] }), '--report', report);
    expect(readFileSync(path.join(report, 'pictures', 'Products-1'))).toEqual(gif);
  });

  it('is refused while a server uses the folder', async () => {
    const unlock = lockDataFolder(folder);
    const { status, faults } = await run(dumpOf(), '--write');
    unlock?.();
    expect([status, faults]).toEqual([
      1,
      [`A Pola server works on ${folder}. Stop it first, or choose another DATA_DIR.`],
    ]);
  });

  it('that is killed leaves nothing, and succeeds the next time', { tags: ['slow'] }, async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ id: at + 1 }));
    const dump = dumpOf({ ...ONE_SHOP, sanitation: many });
    const command = path.join(import.meta.dirname, 'import-legacy.ts');
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const child = spawn(process.execPath, [command, dump, '--write'], {
        env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // A growing write-ahead log shows that the transaction is in progress: it has written more than fits into
      // SQLite's cache.
      while (sizeOf(path.join(folder, 'pola.db-wal')) < 200_000 && child.exitCode === null)
        await new Promise(setImmediate);
      child.kill(signal);
      await ended;
      expect(await shopsIn()).toEqual([]);
    }
    expect((await run(dump, '--write')).status).toBe(0);
    expect(await shopsIn()).toEqual([{ shop_id: 'A-1' }]);
  });
});

describe('a command that cannot be carried out is explained in one line', () => {
  const answers = (text: string) => {
    const file = path.join(folder, 'answers.json');
    writeFileSync(file, text);
    return file;
  };
  const cases: [string, () => string[], RegExp][] = [
    ['no file', () => [], /^Usage: npm run import:legacy/],
    ['an unknown option', () => [dumpOf(), '--force'], /^Usage: /],
    ['a file that is not there', () => ['/nowhere/dump.sql'], /^\/nowhere\/dump\.sql: There is no such file\.$/],
    ['a folder', () => [folder], /This is a folder\. Choose the dump in it\.$/],
    [
      'answers that are none',
      () => [dumpOf(), '--answers', answers('[{"shop_id":1}]')],
      /is not the answers\.json of a report \(0\.shop_id/,
    ],
    [
      'answers that name nobody',
      () => [dumpOf(), '--answers', answers('[{"shop_id":"A-1","questions":[],"tenants":[]}]')],
      /^Nothing was imported: Answers for shop A-1: They name no tenant\.$/,
    ],
    [
      'a report where nothing can be written',
      () => [dumpOf(), '--report', path.join(dumpOf(), 'x')],
      /^The report cannot be written to .* \(ENOTDIR\)\.$/,
    ],
  ];
  it.each(cases)('%s', async (_, parametersOf, sentence) => {
    const { status, said, faults } = await run(...parametersOf());
    expect(faults).toEqual([expect.stringMatching(sentence)]);
    expect([status, said]).toEqual([1, []]);
  });
});
