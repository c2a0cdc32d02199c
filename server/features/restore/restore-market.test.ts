/** @module-tag postgres */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledger } from '#contract/ledger.ts';
import type { RestoreState } from '#contract/restore.ts';
import { shops } from '#contract/shops.ts';
import { emailOf, PASSWORD } from '../../testing/accounts.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { makeFile, makeFolder, textOf } from '../../testing/backup.ts';
import { officeAt } from '../../testing/office.ts';
import { clientOf, emptyMarket, RealServer } from '../../testing/real-server.ts';
import { RestoreClient } from '../../testing/restore-client.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { encryptFile } from '../backup/encrypt-copy.ts';

const DAY = '2026-11-20';
const MANY = 3000;

let tree: ServerCopy;
let backup: Buffer;
let auditKey: string;
beforeAll(async () => {
  tree = makeServerCopy();
  const app = await openTestApp();
  const office = officeAt(app);
  office.goTo(DAY);
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  await office.pay('A-1', 100, DAY);
  const { database, dataDir, clock } = app;
  // About 10 MB, so that a kill hits the middle of the work.
  const filling = Array.from({ length: MANY }, (_, index) => ({
    subject: `filling ${index} ${'x'.repeat(3000)}`,
    window_start: clock.now(),
    tries: 1,
  }));
  await database.write((tx) => tx.insertInto('rate_limits').values(filling).execute());
  backup = gzipSync(await textOf(database, clock.now()), { level: 0 });
  auditKey = readFileSync(path.join(dataDir, 'audit-key'), 'utf8');
  await app.close();
});
afterAll(() => tree.remove());

async function openEmpty(): Promise<{ environment: Record<string, string>; dataDir: string; server: RealServer }> {
  const dataDir = makeFolder();
  const environment = { ...(await emptyMarket()), DATA_DIR: dataDir };
  return { environment, dataDir, server: await RealServer.open(tree, environment) };
}

const filesOf = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => !/^(pola\.db|server\.lock|compile|backups)/.test(name))
    .sort();

async function signIn(server: RealServer): Promise<string | undefined> {
  const login = { email: emailOf('superadmin'), password: PASSWORD };
  const { status, body } = await server.send('POST', '/api/admin/login', login);
  return status === 200 ? (body as { token: string }).token : undefined;
}

async function expectRestored(server: RealServer, url: string): Promise<void> {
  const token = (await signIn(server)) ?? '';
  const restored = clientOf(url, token);
  const listed = await restored.send('GET', shops.list.path);
  expect(JSON.stringify(listed.body)).toContain('A-1');
  const verdict = ledger.verify.answer.parse((await restored.send('GET', ledger.verify.path)).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
}

test('a new market becomes that of an uploaded backup: key, numbers, counts and verification, then its accounts sign in', {
  tags: ['slow'],
}, async () => {
  const { server, dataDir } = await openEmpty();
  const restoring = new RestoreClient(server);
  expect(await restoring.state()).toMatchObject({ stage: 'none', is_market_empty: true });
  const checked = await restoring.sendAll(backup);
  expect(checked).toMatchObject({
    stage: 'checked',
    fault: null,
    report: {
      counts: { shops: 1, tenants: 1, payments: 1, tickets: 0 },
      superadmins: [emailOf('superadmin')],
      audit_key: { is_here: false },
      signature: { origin: 'other_key' },
      secrets: 0,
    },
  });
  const { report, id } = checked;
  const wanted = report?.audit_key.fingerprint ?? '';
  const refused = async (answers: object, sentence: string) => {
    const state = await restoring.write(id, answers);
    expect([state.stage, state.fault]).toEqual(['checked', expect.stringContaining(sentence)]);
  };
  await refused({}, 'give the audit key of the backup');
  await refused({ audit_key: 'x' }, `this is not an audit key. Open the file audit-key`);
  await refused({ audit_key: 'y'.repeat(64) }, `and the log of the backup names ${wanted}`);
  await refused({ audit_key: auditKey, token_secret: 'short' }, 'this token secret does not open');
  await refused({ audit_key: auditKey, used: { receipt: 0 } }, 'the last number of receipt cannot be lower than');
  await refused({ audit_key: auditKey, used: { other: 9 } }, 'the last number of other');
  expect((await restoring.write(id, { audit_key: auditKey, used: { receipt: 812 } })).stage).toBe('writing');
  expect(await restoring.outcome(id)).toMatchObject({
    made_at: report?.made_at,
    rows: report?.rows,
    counts: report?.counts,
    difference_count: 0,
    differences: [],
  });
  await expectRestored(server, server.url);
  expect(filesOf(dataDir).filter((name) => !/^(audit-key\.|assets$|reserve$|free-space\.json$)/.test(name))).toEqual([
    'audit-key',
    'issued-numbers',
    'token-secret',
  ]);
  expect(readFileSync(path.join(dataDir, 'audit-key'), 'utf8').trim()).toBe(auditKey.trim());
  expect(JSON.parse(readFileSync(path.join(dataDir, 'issued-numbers'), 'utf8')).last).toMatchObject({
    receipt: 812,
    'vehicle-ticket': 1000,
  });
});

test('without the audit key the log goes on with the key of this server, and nothing differs', {
  tags: ['slow'],
}, async () => {
  const { server, dataDir } = await openEmpty();
  const own = readFileSync(path.join(dataDir, 'audit-key'), 'utf8');
  const restoring = new RestoreClient(server);
  const { id } = await restoring.sendAll(backup);
  const answers = { continues_with_other_key: true, nothing_since: true };
  expect((await restoring.write(id, answers)).fault).toContain('nothing here proves who made this backup');
  await restoring.write(id, { ...answers, trusts_unsigned: true });
  expect(await restoring.outcome(id)).toMatchObject({ difference_count: 0 });
  await expectRestored(server, server.url);
  expect(readFileSync(path.join(dataDir, 'audit-key'), 'utf8')).toBe(own);
  await server.terminate();
});

test('an encrypted backup needs its identity, which a person pastes', { tags: ['slow'] }, async () => {
  const identity = await generateIdentity();
  const encrypted = path.join(makeFolder(), 'copy.age');
  await encryptFile(makeFile(backup), encrypted, [await identityToRecipient(identity)]);
  const file = readFileSync(encrypted);
  const { server, dataDir } = await openEmpty();
  const restoring = new RestoreClient(server);
  expect(await restoring.sendAll(file)).toMatchObject({ stage: 'failed', fault: expect.stringContaining('encrypted') });
  const wrong = await restoring.sendAll(file, await generateIdentity());
  expect([wrong.stage, wrong.fault]).toEqual(['failed', expect.stringContaining('cannot be opened with this age')]);
  expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false);
  const text = `# created: 2026\n${identity}\r\n`;
  expect(await restoring.sendAll(file, text)).toMatchObject({ stage: 'checked', report: { counts: { shops: 1 } } });
});

/** Kills the server at a moment of the restore, and returns it started again. */
async function killAt(moment: 'receiving' | 'checking' | 'writing', afterMs: number) {
  const { server, environment, dataDir } = await openEmpty();
  const restoring = new RestoreClient(server);
  let state: RestoreState = await restoring.begin(backup.length);
  if (moment === 'receiving') await restoring.piece(state, backup);
  else {
    while (state.stage === 'receiving') state = await restoring.piece(state, backup);
    if (moment === 'writing') {
      state = await restoring.settled();
      await restoring.write(state.id, { audit_key: auditKey, nothing_since: true });
    }
  }
  await wait(afterMs);
  await server.kill();
  return { server: await RealServer.open(tree, environment, server.token), dataDir };
}

const KILLED =
  'a server that is killed at any moment of a restore has either the empty market or the whole backup, and nothing else';

test(KILLED, { tags: ['slow'] }, () =>
  killAtEach([
    ['receiving', 0],
    ['checking', 300],
    ['writing', 500],
    ['writing', 1500],
  ]),
);

test(`${KILLED} (9)`, { tags: ['nightly'] }, () =>
  killAtEach([
    ['receiving', 0],
    ['checking', 100],
    ['checking', 600],
    ...[0, 500, 900, 1300, 1800, 2500].map((afterMs) => ['writing', afterMs] as const),
  ]),
);

async function killAtEach(moments: readonly (readonly ['receiving' | 'checking' | 'writing', number])[]) {
  for (const [moment, afterMs] of moments) {
    const { server, dataDir } = await killAt(moment, afterMs);
    const isRestored = (await signIn(server)) !== undefined;
    expect(filesOf(dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
    if (isRestored) {
      expect(moment).toBe('writing');
      await expectRestored(server, server.url);
    } else {
      const restoring = new RestoreClient(server);
      expect(await restoring.state()).toMatchObject({ stage: 'none', is_market_empty: true });
      await server.confirmIdentity();
      const { id } = await restoring.sendAll(backup);
      await restoring.write(id, { audit_key: auditKey, nothing_since: true });
      expect(await restoring.outcome(id)).toMatchObject({ difference_count: 0 });
    }
    await server.terminate();
  }
}
