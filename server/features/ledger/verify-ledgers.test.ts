/** @module-tag postgres */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { audit } from '#contract/audit.ts';
import { fines } from '#contract/fines.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import type { Writer } from '../../db/connect.ts';
import { colombo, everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { presentVerification } from './present.ts';
import { verifyLedgers } from './verify-ledgers.ts';
import { verifyMarket } from './verify-market.ts';

const run = promisify(execFile);
const command = path.resolve(import.meta.dirname, '../../../scripts/verify-books.ts');

let office: TestOffice;
beforeEach(async () => {
  office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.let('A-2');
  await office.generate('A-1', '2026-10');
  await office.generate('A-2', '2026-10');
  office.goTo('2026-11-20');
  await office.pay('A-1', 5000, '2026-10-20');
  await office.correct('A-1', '2026-10-20', [5000, 6000]);
  await office.pay('A-2', 20_000, '2026-10-05');
});

const tamper = (change: (tx: Writer) => Promise<unknown>) => office.app.database.write(change);
const verify = () => verifyLedgers(office.app.database);

async function runCommand(...options: string[]): Promise<{ code: number; lines: string[]; said?: string }> {
  const { dataDir, databaseUrl } = office.app;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  try {
    const { stdout } = await run(process.execPath, [command, ...options], { env });
    return { code: 0, lines: stdout.trim().split('\n') };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, lines: stdout.trim().split('\n'), ...(stderr !== '' && { said: stderr.trim() }) };
  }
}

test('ledgers that were only written through the API are clean, and the report counts what was checked', async () => {
  const entries = await office.app.database.reader.selectFrom('audit_log').select('id').execute();
  expect(await verify()).toEqual({ shops: 2, entries: 5, auditEntries: entries.length, unproven: 0, differences: [] });
  expect(await office.ask(ledger.verify, {})).toMatchObject({ is_clean: true, shops: 2, facts: 5, differences: [] });
});

test('the answer lists a thousand differences and says how many there are besides', () => {
  const differences = Array.from({ length: 1002 }, (_, at) => `difference ${at}`);
  const verdict = { shops: 1, entries: 1, auditEntries: 1, unproven: 0 };
  const listed = (found: string[]) => presentVerification({ ...verdict, differences: found }, instantOf(0)).differences;
  expect(listed(differences.slice(0, 1000))).toEqual(differences.slice(0, 1000));
  expect(listed(differences).slice(999)).toEqual([
    'difference 999',
    '2 more differences are not listed here. npm run verify-books lists all.',
  ]);
});

const CHANGES: [what: string, change: (tx: Writer) => Promise<unknown>][] = [
  [
    'an entry',
    (tx) =>
      tx
        .updateTable('ledger_entries')
        .set({ cents: cents(150) })
        .where('kind', '=', 'payment')
        .execute(),
  ],
  [
    'a balance',
    (tx) =>
      tx
        .updateTable('tenancies')
        .set({ balance_cents: cents(1) })
        .execute(),
  ],
  ['a charge', (tx) => tx.updateTable('charges').set({ cents: sql`cents + 1` }).where('kind', '=', 'VAT').execute()],
  ['an allocation', (tx) => tx.updateTable('allocations').set({ cents: sql`cents - 1` }).execute()],
  ['a deleted allocation', (tx) => tx.deleteFrom('allocations').execute()],
  [
    'a status',
    (tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'Paid', paid_cents: cents(0) })
        .execute(),
  ],
];

test.each(CHANGES)(
  '%s changed in the database stops the next write, which changes nothing',
  { tags: ['slow'] },
  async (_, change) => {
    await tamper(change);
    const { differences } = await verify();
    expect(differences).not.toEqual([]);
    const before = await everythingIn(office.app);
    const body = { amountPaid: 100, paymentDate: '2026-11-20' };
    await office.refused(payments.byShop, { params: { shopId: 'A-1' }, body }, 'ledger_differs');
    expect(await everythingIn(office.app)).toEqual(before);
    expect((await verify()).differences).toEqual(differences);
  },
);

test('a changed charge is reported with the stored amount and the amount computed from the entries', async () => {
  await tamper((tx) =>
    tx
      .updateTable('charges')
      .set({ paid_cents: sql`paid_cents - 1` })
      .where('kind', '=', 'OperationFee')
      .where('paid_cents', '=', sql<never>`cents`)
      .where('shop_id', 'in', tx.selectFrom('shops').select('id').where('shop_id', '=', 'A-2'))
      .execute(),
  );
  const { differences } = await verify();
  expect(differences).toEqual([
    expect.stringMatching(
      /^A-2: stored: OperationFee of invoice \d+, 1999\.99 of 2000\.00 paid, Paid; expected: OperationFee of invoice \d+, 2000\.00 of 2000\.00 paid, Paid$/,
    ),
  ]);
});

test('a status that was changed in the database is reported, for a charge and for an invoice', async () => {
  await tamper(async (tx) => {
    const ofFirst = tx.selectFrom('shops').select('id').where('shop_id', '=', 'A-1');
    await tx
      .updateTable('charges')
      .set({ status: 'Paid' })
      .where('kind', '=', 'Rent')
      .where('shop_id', 'in', ofFirst)
      .execute();
    await tx.updateTable('invoices').set({ status: 'Paid' }).where('shop_id', 'in', ofFirst).execute();
  });
  expect((await verify()).differences).toEqual([
    expect.stringMatching(/^A-1: stored: Rent of invoice \d+, .* Paid; expected: .* Partially Paid$/),
    'A-1: INV-A-1-202610: stored as Paid with 6000.00 paid, expected Partially Paid with 6000.00 paid',
  ]);
});

test('a missing charge and a charge without an entry are reported', async () => {
  await tamper(async (tx) => {
    const ofFirst = tx.selectFrom('shops').select('id').where('shop_id', '=', 'A-1');
    await tx.deleteFrom('charges').where('kind', '=', 'Fine').where('shop_id', 'in', ofFirst).execute();
    const rent = await tx
      .selectFrom('charges')
      .selectAll()
      .where('kind', '=', 'Rent')
      .where('shop_id', 'not in', ofFirst)
      .executeTakeFirstOrThrow();
    const { id: _, ...fine } = { ...rent, kind: 'Fine' as const };
    await tx.insertInto('charges').values(fine).execute();
  });
  expect((await verify()).differences).toEqual([
    expect.stringMatching(/^A-1: missing: Fine of invoice \d+, 0\.00 of 2400\.00 paid, Unpaid$/),
    expect.stringMatching(/^A-2: unexpected: Fine of invoice \d+, 8000\.00 of 8000\.00 paid, Paid$/),
  ]);
});

test('money that was moved to another day or removed between payment and charge is reported', async () => {
  await tamper(async (tx) => {
    const vat = tx.updateTable('allocations').where('kind', '=', 'VAT');
    await vat.set({ allocated_at: colombo('2026-11-01', '11:00:00.000') }).execute();
    await tx.deleteFrom('allocations').where('kind', '=', 'Rent').execute();
  });
  const { differences } = await verify();
  expect(differences).toHaveLength(4);
  for (const shop of ['A-1', 'A-2']) {
    expect(differences).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${shop}: missing: \\d+\\.\\d\\d from ledger entry \\d+ to Rent of invoice \\d+$`),
      ),
    );
    expect(differences).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${shop}: stored: 1800\\.00 from ledger entry \\d+ to VAT .*; expected: 1800\\.00 from`),
      ),
    );
  }
});

test('a changed balance is reported', async () => {
  await tamper((tx) =>
    tx
      .updateTable('tenancies')
      .set({ balance_cents: cents(500_000) })
      .where('shop_id', '=', shopRow('A-2'))
      .execute(),
  );
  expect((await verify()).differences).toEqual(['A-2: stored balance: 5000.00; expected balance: 8200.00']);
});

test('a payment that was changed, or voided without an audit entry, is reported in everything that depends on it', {
  tags: ['slow'],
}, async () => {
  await tamper((tx) =>
    tx
      .updateTable('ledger_entries')
      .set({ cents: cents(1_180_000) })
      .where('cents', '=', cents(2_000_000))
      .execute(),
  );
  expect((await verify()).differences).toEqual(['A-2: stored balance: 8200.00; expected balance: 0.00']);
  await tamper((tx) =>
    tx
      .updateTable('ledger_entries')
      .set({ voided_at: colombo('2026-11-20', '11:00:00.000'), voided_by: 'nobody' })
      .where('cents', '=', cents(1_180_000))
      .execute(),
  );
  const { differences } = await verify();
  expect(differences).toContainEqual(expect.stringMatching(/^A-2: unexpected: 8000\.00 from ledger entry \d+ to Rent/));
  expect(differences).toContain(
    'A-2: INV-A-2-202610: stored as Paid with 11800.00 paid, expected Unpaid with 0.00 paid',
  );
});

test('entries that cannot be folded are reported with their shop, and the other shops are still checked', async () => {
  await tamper(async (tx) => {
    await tx
      .updateTable('ledger_entries')
      .set({ cents: cents(-9_000_000) })
      .where('kind', '=', 'correction')
      .execute();
    await tx
      .updateTable('tenancies')
      .set({ balance_cents: cents(0) })
      .where('shop_id', '=', shopRow('A-2'))
      .execute();
  });
  expect((await verify()).differences).toEqual([
    'A-1: a payment corrected below 0: -8500000',
    'A-2: stored balance: 0.00; expected balance: 8200.00',
  ]);
});

test('a changed audit entry is reported, and no longer once it is restored', async () => {
  const { id } = await findEntry('Correction');
  const write = (value: string) =>
    tamper((tx) => tx.updateTable('audit_log').set({ new_value: value }).where('id', '=', id).execute());
  await write('6001.00');
  expect((await verify()).differences).toEqual([`audit entry ${id} does not match the entry before it`]);
  await write('6000.00');
  expect((await verify()).differences).toEqual([]);
});

test('a removed audit entry breaks the one after it, and the head reports missing newest entries', async () => {
  const { id, next } = await findEntry('Correction');
  await tamper((tx) => tx.deleteFrom('audit_log').where('id', '>=', next).execute());
  expect((await verify()).differences).toEqual(['the newest audit entries are missing']);
  const { id: before } = await findEntry('Payment Made');
  await tamper((tx) => tx.deleteFrom('audit_log').where('id', '=', before).execute());
  expect((await verify()).differences).toEqual([
    `audit entry ${id} does not match the entry before it`,
    'the newest audit entries are missing',
  ]);
});

test('the command looks for the anchors of a file, and refuses one that is incomplete or has none', {
  tags: ['slow'],
}, async () => {
  const { anchor } = await office.ask(audit.anchor, {});
  const file = path.join(office.app.dataDir, 'anchors.txt');
  const check = (text: string) => {
    writeFileSync(file, text);
    return runCommand('--anchor', file);
  };
  const found = await check(`Dear auditor,\n${anchor?.line}\nAudit code ${anchor?.code}\n`);
  expect(found.code).toBe(0);
  expect(found.lines).toContain(`${file}: lines without an anchor: 1`);
  expect(found.lines).toContain('The log contains all 2 anchors.');
  expect(await check('0000000000\n')).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(['an entry was removed or changed since this audit proof was made: 0000000000']),
  });
  expect((await check(`${anchor?.line.slice(0, -1)}\n`)).said).toContain('this line has no complete anchor or code');
  expect((await check('Dear auditor,\n')).said).toContain('contains neither an anchor nor a code of a receipt');
});

test('the command exits with 0 beside a running server, and with 1 and a line for each difference', {
  tags: ['slow'],
}, async () => {
  const clean = await runCommand();
  expect(clean).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^2 shops, 5 ledger entries, 0 tickets, \d+ audit entries, \d+\.\d s\.$/),
      'The books are clean.',
    ],
  });
  await tamper((tx) =>
    tx
      .updateTable('tenancies')
      .set({ balance_cents: cents(1) })
      .execute(),
  );
  await tamper((tx) => tx.updateTable('sanitation_counts').set({ last: 1 }).where('cents', '=', cents(2000)).execute());
  expect(await runCommand()).toEqual({
    code: 1,
    lines: [
      'A-1: stored balance: 0.01; expected balance: 0.00',
      'A-2: stored balance: 0.01; expected balance: 8200.00',
      'tickets at 20: the stored count is 1, but there are 0 tickets and the newest ticket number is 0',
      expect.stringMatching(/^2 shops, 5 ledger entries/),
      'The books are not clean: 3 differences.',
    ],
  });
});

test('the check writes nothing, and actions after it leave clean ledgers', { tags: ['slow'] }, async () => {
  const before = await everythingIn(office.app);
  await verify();
  expect(await everythingIn(office.app)).toEqual(before);
  await office.ask(fines.remove, { params: { id: 'INV-A-1-202610' }, body: { reason: 'A hard year' } });
  expect((await verify()).differences).toEqual([]);
});

async function findEntry(type: string): Promise<{ id: number; next: number }> {
  const entries = await office.app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const at = entries.findIndex((entry) => entry.event_type === type);
  return { id: entries[at]?.id ?? 0, next: entries[at + 1]?.id ?? 0 };
}

test('half a surrogate pair is refused on input, and the chain of the audit log remains complete', async () => {
  const payload = { amountPaid: 1, paymentDate: '2026-11-20', note: 'x\ud800y' };
  const request = { method: 'POST', url: '/api/payments/by-shop/A-1', payload: JSON.stringify(payload) } as const;
  const headers = { 'content-type': 'application/json' };
  const answer = await office.app.as('admin', { ...request, headers });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toMatchObject([{ field: 'note' }]);
  expect((await verify()).differences).toEqual([]);
});

test('what the engine finds itself is reported: a row without its parent, and a constraint that rows may break', async () => {
  const { database } = office.app;
  if (database.engine === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(database.owner);
    await sql`update sessions set account_id = 999`.execute(database.owner);
  } else {
    await sql`alter table sessions add constraint unchecked check (account_id < 0) not valid`.execute(database.owner);
  }
  const { differences } = await verifyMarket(database);
  expect(differences).not.toEqual([]);
  const named = database.engine === 'sqlite' ? /sessions.*accounts/ : /unchecked/;
  for (const difference of differences) expect(difference).toMatch(named);
});

test('one break in the audit log does not hide another', { tags: ['slow'] }, async () => {
  const ids = await office.app.database.reader.selectFrom('audit_log').select('id').orderBy('id').execute();
  const changed = [ids[3]?.id ?? 0, ids[9]?.id ?? 0];
  await tamper((tx) =>
    tx.updateTable('audit_log').set({ event_description: 'nothing' }).where('id', 'in', changed).execute(),
  );
  expect((await verify()).differences).toEqual(
    changed.map((id) => `audit entry ${id} does not match the entry before it`),
  );
});

function shopRow(shopId: string) {
  return sql<number>`(select id from shops where shop_id = ${shopId})`;
}
