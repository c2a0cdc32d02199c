import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { connect } from '../../db/connect.ts';
import { AuditKeyring } from '../../db/seal/audit-key.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { makeFolder } from '../../testing/backup.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { beginSealing } from '../ledger/begin-sealing.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { renewKey } from './renew-key.ts';
import { hashEntry } from './write-audit.ts';

const CONTEXT = (office: TestOffice) => ({ actor: 'start', now: office.app.clock.now(), requestId: 'start' });

async function openMarket(): Promise<TestOffice & { file: string }> {
  const office = await openTestOffice();
  await office.let('A-1');
  return { ...office, file: path.join(office.app.dataDir, 'audit-key') };
}

async function restarted<Result>(
  { app }: TestOffice,
  work: (database: ReturnType<typeof connect>) => Promise<Result>,
): Promise<Result> {
  const database = connect(app);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const FOREIGN = 'the key of another market, as long as ours is, or longer';

test('a new key is complete, readable by its owner only, and the same for everybody who finds it', () => {
  const dataDir = makeFolder();
  const made = new AuditKeyring({ dataDir }).findOrMake();
  const file = path.join(dataDir, 'audit-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{64}$/);
  expect(new AuditKeyring({ dataDir }).findOrMake().id).toBe(made.id);
  expect(made.id).not.toContain(readFileSync(file, 'utf8').slice(0, 12));
  writeFileSync(file, 'half');
  expect(() => new AuditKeyring({ dataDir }).find()).toThrow('is damaged');
});

test('a lost key and the key of another market are named, and nothing replaces them silently', async () => {
  const office = await openMarket();
  const right = readFileSync(office.file, 'utf8');
  rmSync(office.file);
  await expect(restarted(office, (db) => beginSealing(db, CONTEXT(office)))).rejects.toThrow(
    `The audit key ${office.file} is missing.`,
  );
  expect(() => statSync(office.file)).toThrow('ENOENT');
  writeFileSync(office.file, FOREIGN);
  await expect(restarted(office, (db) => beginSealing(db, CONTEXT(office)))).rejects.toThrow(
    /contains the audit key \w{12}, but the log of this market/,
  );
  await expect(restarted(office, (db) => verifyMarket(db))).rejects.toThrow(
    /contains the audit key \w{12}, but the log of this market/,
  );
  expect(readFileSync(office.file, 'utf8')).toBe(FOREIGN);
  writeFileSync(office.file, right);
  expect(await restarted(office, (db) => beginSealing(db, CONTEXT(office)))).toEqual([]);
  await office.expectCleanBooks();
});

test('after a renewal the log goes on with the new key, and says how many entries it cannot prove', async () => {
  const office = await openMarket();
  const { length } = await office.app.database.reader.selectFrom('audit_log').select('id').execute();
  rmSync(office.file);
  const renewal = { acceptsDifferences: false, setAside: () => {} };
  await restarted(office, async (db) => {
    expect(await renewKey(db, CONTEXT(office), renewal)).toMatch(/^[0-9a-f]{12}$/);
    expect(await renewKey(db, CONTEXT(office), renewal)).toBeUndefined();
    expect(await verifyMarket(db)).toMatchObject({ unproven: length, auditEntries: length + 2, differences: [] });
  });
});

test('a log of an older release goes on from its head, keyed from a marked entry on', async () => {
  const office = await openMarket();
  const { database } = office.app;
  const { owner } = database;
  await sql`update audit_head set key_id = '', sealed_columns = ''`.execute(owner);
  await sql`update audit_log set key_id = '', sealed = ''`.execute(owner);
  await sql`update tenancies set seal = ''`.execute(owner);
  await rechain(office);
  expect(await verifyMarket(database)).toMatchObject({ differences: [] });
  await beginSealing(database, CONTEXT(office));
  const { unproven, auditEntries, differences } = await verifyMarket(database);
  expect({ differences, marked: auditEntries - unproven }).toEqual({ differences: [], marked: 2 });
  const body = { amountPaid: 10, paymentDate: TEST_DAY };
  await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body });
  await office.expectCleanBooks();
});

async function rechain({ app: { database } }: TestOffice): Promise<void> {
  const entries = await database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  let previous_hash = '';
  for (const entry of entries) {
    const hash = hashEntry({ ...entry, previous_hash });
    await sql`update audit_log set previous_hash = ${previous_hash}, hash = ${hash} where id = ${entry.id}`.execute(
      database.owner,
    );
    previous_hash = hash;
  }
  await sql`update audit_head set hash = ${previous_hash}`.execute(database.owner);
}

test('whoever removes the id of the key from the database does not get everything sealed anew', async () => {
  const office = await openMarket();
  await sql`update audit_head set key_id = ''`.execute(office.app.database.owner);
  const body = { amountPaid: 10, paymentDate: TEST_DAY };
  const answer = await office.tell(payments.byShop, { params: { shopId: 'A-1' }, body });
  expect(answer.statusCode).toBe(500);
  expect((await verifyMarket(office.app.database)).differences).not.toEqual([]);
});
