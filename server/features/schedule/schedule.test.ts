import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day, type Instant } from '#billing/calendar.ts';
import { backup } from '#contract/backup.ts';
import { bulkActions } from '#contract/bulk-actions.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { type Schedule, schedule } from '#contract/schedule.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { claimKey } from '../../http/idempotency/idempotency-keys.ts';
import { colombo, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { keepOldCopies } from '../../testing/old-copies.ts';
import { said } from '../../testing/said.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLastVerification, saveVerification } from '../ledger/queries.ts';
import { insertSession } from '../session/queries.ts';
import { runSchedule } from './start-schedule.ts';

const BY_HAND: Schedule = {
  generate_invoices: false,
  generate_day: 1,
  apply_fines: false,
  fines_day: 16,
  daily_backup: false,
  backup_days: 14,
};

async function openStreet(changes: Partial<Schedule> = {}): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-28');
  for (const shopId of ['A-1', 'A-2']) await office.let(shopId);
  await office.ask(schedule.set, { body: { ...BY_HAND, ...changes } });
  return office;
}

/** A time before the nightly verification and copy, because these start a process. */
const EARLY = '01:00:00.000';

async function lookAt(office: TestOffice, day: string, time = EARLY): Promise<void> {
  office.goTo(day, time);
  await recordSignIn(office.app, office.app.clock.now());
  await runSchedule(scheduleContextOf(office));
}

async function storeVerificationOf(office: TestOffice, day: string): Promise<void> {
  const verified = { ended_at: colombo(day, '01:31:00.000'), outcome: 'clean' as const, faults: 0, summary: '' };
  await office.app.database.write((tx) => saveVerification(tx, verified));
}

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));

const everyRunOf = async (office: TestOffice) =>
  (await office.ask(bulkActions.listRuns, {})).map(({ action, period, outcome }) => `${action} ${period} ${outcome}`);

const runsOf = async (office: TestOffice) => (await everyRunOf(office)).filter((run) => !run.startsWith('verify '));

test('by default no action that changes money runs automatically, and a copy is made every day and stored for 14 days', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  expect(await office.ask(schedule.get, { role: 'manager' })).toEqual({ ...BY_HAND, daily_backup: true, paused: null });
});

test('a schedule that is off does nothing, month after month', async () => {
  const office = await openStreet();
  for (const day of ['2026-11-01', '2026-11-16', '2026-12-31']) await lookAt(office, day);
  expect(await runsOf(office)).toEqual([]);
  expect((await office.summaryOf('A-1')).Invoices).toEqual([]);
});

test('invoices are generated on the chosen day, once, with a record of the run', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  await storeVerificationOf(office, '2026-11-01');
  await lookAt(office, '2026-11-01', '23:59:59.999');
  expect(await runsOf(office)).toEqual([]);
  await lookAt(office, '2026-11-02', '00:00:00.000');
  await lookAt(office, '2026-11-02', '00:01:00.000');
  await lookAt(office, '2026-11-30');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  const run = (await office.ask(bulkActions.listRuns, {})).find(({ action }) => action === 'generate-invoices');
  expect(run).toMatchObject({
    started_by: 'schedule',
    done: 2,
    total: 2,
    summary: 'Invoices generated: 2, skipped: 0, failed: 0.',
  });
  await lookAt(office, '2026-12-02');
  expect((await office.summaryOf('A-1')).Invoices.map(({ month_year }) => month_year)).toEqual(['2026-12', '2026-11']);
  const generated = (await office.auditLog()).filter(({ event_type }) => event_type === 'Invoice Generated');
  expect(generated.map(({ user_actioned }) => user_actioned)).toEqual(Array(4).fill('schedule'));
  await office.expectCleanBooks();
});

test('fines are applied on their day to overdue invoices, and to no other', { tags: ['slow'] }, async () => {
  const office = await openStreet({ apply_fines: true, fines_day: 16 });
  office.goTo('2026-11-01');
  for (const shopId of ['A-1', 'A-2']) await office.generate(shopId, '2026-11');
  await office.pay('A-2', 11_800, '2026-11-01');
  await storeVerificationOf(office, '2026-11-15');
  await lookAt(office, '2026-11-15', '23:59:59.999');
  expect(await runsOf(office)).toEqual([]);
  await lookAt(office, '2026-11-16', '00:00:00.000');
  expect(await runsOf(office)).toEqual(['apply-fines 2026-11 done']);
  await lookAt(office, '2026-12-16');
  expect(await runsOf(office)).toEqual(['apply-fines 2026-12 done', 'apply-fines 2026-11 done']);
  const finesOf = async (shopId: string) =>
    (await office.chargesOf(shopId)).filter((charge) => charge.includes('Fine'));
  expect(await finesOf('A-1')).toEqual(['2026-11 Fine 0 of 2400 Unpaid']);
  expect(await finesOf('A-2')).toEqual([]);
});

test('a day that passed while the server was down is made up for in the same month', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  await lookAt(office, '2026-11-29');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
});

test('a task that is turned on after its day waits for the next month', async () => {
  const office = await openStreet();
  office.goTo('2026-11-10');
  await office.ask(schedule.set, { body: { ...BY_HAND, generate_invoices: true, generate_day: 9 } });
  await lookAt(office, '2026-11-11');
  expect(await runsOf(office)).toEqual([]);
  await lookAt(office, '2026-12-09');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-12 done']);
});

test('a longer storage time for copies does not skip the task that is still due this month', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  office.goTo('2026-11-03');
  const body = { ...BY_HAND, generate_invoices: true, generate_day: 2, backup_days: 30 };
  await office.ask(schedule.set, { body });
  await lookAt(office, '2026-11-04');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
});

test('a run that failed is tried again after an hour', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  const { database } = office.app;
  const away = async () => {
    throw new Error('the database is away');
  };
  office.goTo('2026-11-02', '00:10:00.000');
  await recordSignIn(office.app, office.app.clock.now());
  const world = scheduleContextOf(office);
  let writes = 0;
  const write: typeof database.write = (context) => {
    writes += 1;
    return writes === 3 || writes === 4 ? away() : database.write(context);
  };
  await runSchedule({ ...world, database: { ...database, write } });
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 failed']);
  await lookAt(office, '2026-11-02', '01:10:00.000');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 failed']);
  await lookAt(office, '2026-11-02', '01:10:00.001');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  expect((await office.summaryOf('A-1')).Invoices).toHaveLength(1);
});

test('several processes that check at once run it once', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  office.goTo('2026-11-02', EARLY);
  await recordSignIn(office.app, office.app.clock.now());
  await Promise.all(Array.from({ length: 5 }, () => runSchedule(scheduleContextOf(office))));
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Invoice Generated')).toHaveLength(2);
});

test('a run whose process died is continued by the next process, which does the remaining part', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  office.goTo('2026-11-02', '00:10:00.000');
  await office.generate('A-1', '2026-11');
  const at = office.app.clock.now();
  await office.app.database.write(async (tx) => {
    await tx
      .insertInto('runs')
      .values({
        id: '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61',
        action: 'generate-invoices',
        period: '2026-11',
        started_by: 'schedule',
        started_at: at,
        alive_at: at,
        ended_at: null,
        done: 1,
        total: 2,
        outcome: 'running',
        summary: '',
      })
      .execute();
  });
  await lookAt(office, '2026-11-02', '00:12:00.000');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 running']);
  await lookAt(office, '2026-11-02', '00:12:00.001');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  expect((await office.summaryOf('A-2')).Invoices).toHaveLength(1);
  await office.expectCleanBooks();
});

test('a manual run on the same day does not conflict: the second processes only the remaining shops', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  office.goTo('2026-11-02', EARLY);
  await office.ask(invoices.generateAll, { body: {} });
  await runSchedule(scheduleContextOf(office));
  const scheduled = (await office.ask(bulkActions.listRuns, {})).find(
    ({ action, started_by }) => action === 'generate-invoices' && started_by === 'schedule',
  );
  expect(scheduled?.summary).toBe('Invoices generated: 0, skipped: 2, failed: 0.');
  expect((await office.ask(fines.applyAll, { query: { dry_run: 'true' }, body: {} })).count).toBe(0);
});

test('from half past one each night is verified once by two processes, then a verified copy is made, and old copies are deleted', {
  tags: ['slow'],
}, async () => {
  const office = await openStreet({ daily_backup: true, backup_days: 1 });
  const folder = path.join(office.app.dataDir, 'backups');
  const earlier = Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1}` as Day);
  await keepOldCopies(office.app, earlier);
  await lookAt(office, '2026-11-10', '01:29:59.999');
  expect(await runsOf(office)).toEqual([]);
  office.goTo('2026-11-10', '01:30:00.000');
  await recordSignIn(office.app, office.app.clock.now());
  const passes = [runSchedule(scheduleContextOf(office)), runSchedule(scheduleContextOf(office))];
  await Promise.race(passes);
  expect(await everyRunOf(office)).toEqual(['verify 2026-11-10 running']);
  await Promise.all(passes);
  await lookAt(office, '2026-11-10', '23:00:00.000');
  expect(sorted(await everyRunOf(office))).toEqual(['backup 2026-11-10 done', 'verify 2026-11-10 done']);
  const [newest] = await office.ask(backup.copies, { role: 'superadmin' });
  expect(newest).toMatchObject({ proven_at: '2026-11-09T20:00:00.000Z', is_own: true });
  expect(newest?.name).toMatch(/^pola-2026-11-10-013000-\d+-[0-9a-f]{12}\.sql\.gz$/);
  const left = ['2026-11-01', ...earlier.slice(3)].map((day) => `pola-${day}.sql.gz`);
  expect(sorted(readdirSync(folder))).toEqual([...left, newest?.name]);
});

test('a copy that cannot be made is a failed run, and stops nothing else', { tags: ['slow'] }, async () => {
  const office = await openStreet({ daily_backup: true, generate_invoices: true, generate_day: 2 });
  writeFileSync(path.join(office.app.dataDir, 'backups'), 'a file where the folder should be');
  await lookAt(office, '2026-11-02', '01:30:00.000');
  expect((await runsOf(office)).sort()).toEqual(['backup 2026-11-02 failed', 'generate-invoices 2026-11 done']);
  const failed = (await office.ask(bulkActions.listRuns, {})).find(({ action }) => action === 'backup');
  expect(failed?.summary).toBe("Today's backup could not be created or verified.");
});

test('the same settings saved twice are recorded once, with the earlier value', async () => {
  const office = await openStreet();
  const body = { ...BY_HAND, generate_invoices: true };
  await office.ask(schedule.set, { body });
  await office.ask(schedule.set, { body });
  const noted = (await office.auditLog()).filter(({ event_type }) => event_type === 'Schedule Changed');
  expect(noted.at(-1)).toMatchObject({
    old_value: 'generate invoices: off (set to day 1 of each month)',
    new_value: 'generate invoices: on (day 1 of each month)',
  });
  expect(noted).toHaveLength(2);
});

test.each([
  ['generate_day', 0],
  ['generate_day', 29],
  ['fines_day', 1.5],
  ['backup_days', 366],
  ['backup_days', 0],
  ['apply_fines', 'yes'],
])('a schedule with %s %s is refused, and the field is named', async (field, value) => {
  const office = await openStreet();
  const body = { ...BY_HAND, [field]: value } as Schedule;
  const { details } = await office.refused(schedule.set, { body }, 'invalid_input');
  expect(details).toEqual([{ field, message: expect.stringMatching(/\S/) }]);
});

test.each([
  ['is put back by a day', '2026-11-02', '2026-11-01', 'but the last entry of the system log is from'],
  ['jumps by a month', '2026-11-02', '2026-12-02', 'until somebody has signed in'],
])(
  'when the clock %s, nothing is billed or fined, the copy is made and none is deleted, until somebody signs in',
  { tags: ['slow'] },
  async (_, day, wrongDay, said) => {
    const office = await openStreet({ generate_invoices: true, apply_fines: true, fines_day: 1, daily_backup: true });
    const folder = path.join(office.app.dataDir, 'backups');
    office.goTo(day, '01:00:00.000');
    await recordSignIn(office.app, office.app.clock.now());
    const days = Array.from({ length: 89 }, (_day, at) => addDays(wrongDay as Day, -at - 1));
    await keepOldCopies(office.app, days);

    office.goTo(wrongDay, '02:00:00.000');
    await runSchedule(scheduleContextOf(office));
    expect(await runsOf(office)).toEqual([`backup ${wrongDay} done`]);
    expect(readdirSync(folder)).toHaveLength(90);
    const paused = async () => (await office.ask(schedule.get, {})).paused;
    expect(await paused()).toContain(said);

    await lookAt(office, wrongDay, '02:01:00.000');
    expect(await runsOf(office)).toContain(`generate-invoices ${wrongDay.slice(0, 7)} done`);
    expect(await paused()).toBeNull();
  },
);

test('a VAT rate waits while the clock cannot be right, and what the server records itself does not end the doubt', async () => {
  const office = await openStreet();
  await recordSignIn(office.app, office.app.clock.now());
  await office.ask(vatRates.set, { body: { newVatRate: 20, valid_from: '2027-01-01' as Day } });
  const rate = async () => (await office.ask(vatRates.list, {})).find(({ valid_from }) => valid_from === '2027-01-01');
  office.goTo('2027-01-02', EARLY);
  const context = { actor: 'schedule', now: office.app.clock.now(), requestId: 'itself' };
  await office.app.database.write((tx) =>
    writeAudit(tx, context, { type: 'Rows Sealed', description: said('Sealed') }),
  );
  await runSchedule(scheduleContextOf(office));
  expect(await rate()).toMatchObject({ applied_at: null });
  expect((await office.ask(schedule.get, {})).paused).toContain('until somebody has signed in');
  await lookAt(office, '2027-01-02', '01:01:00.000');
  expect(await rate()).toMatchObject({ applied_at: office.app.clock.now() });
});

test('a clock that is less than four days ahead bills the next month early, and once', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  await lookAt(office, '2026-10-31', '00:30:00.000');
  office.goTo('2026-11-03', '00:30:00.000');
  await runSchedule(scheduleContextOf(office));
  for (const day of ['2026-10-31', '2026-11-02', '2026-11-03', '2026-11-30']) await lookAt(office, day, '01:00:00.000');
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  expect((await office.summaryOf('A-1')).Invoices).toHaveLength(1);
});

test('somebody who signed in while the clock was ahead does not hide that it is ahead again', async () => {
  const office = await openStreet({ generate_invoices: true, generate_day: 2 });
  await lookAt(office, '2026-11-02');
  office.goTo('2026-12-10', EARLY);
  await recordSignIn(office.app, office.app.clock.now());
  office.goTo('2026-11-03', EARLY);
  await recordSignIn(office.app, office.app.clock.now());
  office.goTo('2026-12-09', EARLY);
  await runSchedule(scheduleContextOf(office));
  expect(await runsOf(office)).toEqual(['generate-invoices 2026-11 done']);
  expect((await office.ask(schedule.get, {})).paused).toContain('until somebody has signed in');
});

test('a night with a clock that is years ahead does not end the verifications of the nights after it', {
  tags: ['slow'],
}, async () => {
  const office = await openStreet();
  const verifiedOn = async () => (await findLastVerification(office.app.database.reader))?.ended_at;
  await lookAt(office, '2026-11-02', '02:00:00.000');
  office.goTo('2036-11-02', '02:00:00.000');
  await runSchedule(scheduleContextOf(office));
  expect(await verifiedOn()).toBe(office.app.clock.now());
  await lookAt(office, '2026-11-03', '02:00:00.000');
  expect(await verifiedOn()).toBe(office.app.clock.now());
});

async function addOldRows({ app }: TestOffice, instants: readonly Instant[]): Promise<void> {
  await app.database.write(async (tx) => {
    const { id: account_id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    for (const [number, at] of instants.entries()) {
      const ended = { created_at: at, last_seen_at: at, verified_at: null, ended_at: at };
      await insertSession(tx, { id: `old ${number}`, account_id, ...ended, address: '10.0.0.1', agent: 'Firefox' });
      await claimKey(
        tx,
        { accountId: account_id, path: '/api', key: `key ${number}`, requestHash: '', isDerived: false },
        at,
      );
    }
  });
}

async function oldRows({ app: { database } }: TestOffice): Promise<{ sessions: string[]; keys: string[] }> {
  const sessions = await database.reader.selectFrom('sessions').select('id').where('id', 'like', 'old %').execute();
  const keys = await database.reader.selectFrom('kept_answers').select('key').where('key', 'like', 'key %').execute();
  return { sessions: sorted(sessions.map(({ id }) => id)), keys: sorted(keys.map(({ key }) => key)) };
}

test('sessions are deleted 90 days after their last possible hour, keys after 8 days, also with nothing else to do', async () => {
  const office = await openStreet();
  const at = (day: string, time: string) => colombo(day, time);
  await addOldRows(office, [
    at('2026-08-17', '00:59:59.999'),
    at('2026-08-17', '01:00:00.000'),
    at('2026-11-08', '23:59:59.999'),
    at('2026-11-09', '00:00:00.000'),
  ]);
  await lookAt(office, '2026-11-16');
  expect(await oldRows(office)).toEqual({ sessions: ['old 1', 'old 2', 'old 3'], keys: ['key 2', 'key 3'] });
  await lookAt(office, '2026-11-17');
  expect(await oldRows(office)).toEqual({ sessions: ['old 2', 'old 3'], keys: ['key 3'] });
});

test('a pass deletes a limited number of rows, and the next ones the rest', { tags: ['slow'] }, async () => {
  const office = await openStreet();
  await addOldRows(office, Array<Instant>(1001).fill(colombo('2026-01-01', '12:00:00.000')));
  const numbers = async () => Object.values(await oldRows(office)).map(({ length }) => length);
  await lookAt(office, '2026-11-16');
  expect(await numbers()).toEqual([1, 1]);
  await lookAt(office, '2026-11-16', '01:01:00.000');
  expect(await numbers()).toEqual([0, 0]);
});

test('nothing is deleted while the clock cannot be right', async () => {
  const office = await openStreet();
  await addOldRows(office, [colombo('2026-10-27', '12:00:00.000')]);
  office.goTo('2027-10-28', EARLY);
  await runSchedule(scheduleContextOf(office));
  expect(await oldRows(office)).toEqual({ sessions: ['old 0'], keys: ['key 0'] });
  await lookAt(office, '2027-10-28', '01:01:00.000');
  expect(await oldRows(office)).toEqual({ sessions: [], keys: [] });
});
