/** @module-tag postgres */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Month } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { bulkActions } from '#contract/bulk-actions.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { trackRun } from './track-run.ts';

const actions = [
  ['generate-all', invoices.generateAll],
  ['apply-fines', fines.applyAll],
  ['fine-arrest-action', fines.arrest],
  ['invoice-arrest-action', invoices.arrest],
] as const;

async function openMarketStreet(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.let(shopId);
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.generate(shopId, '2026-09');
  office.goTo('2026-09-20');
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202609' } });
  office.goTo('2026-10-01');
  await office.generate('A-2', '2026-10');
  await office.pay('A-3', 5000, '2026-10-01');
  office.goTo('2026-11-20');
  await office.generate('A-3', '2026-11');
  return office;
}

test.each(actions)(
  'the preview of %s names exactly what the action then does, and changes nothing',
  async (_, action) => {
    const office = await openMarketStreet();
    await office.tokenOf('admin');
    const before = await everythingIn(office.app);
    const preview = await office.ask(action, { query: { dry_run: 'true' }, body: {} });
    expect(await everythingIn(office.app)).toEqual(before);
    const done = await office.ask(action, { body: {} });
    expect(done).toEqual(preview);
    expect(done.count).toBeGreaterThan(0);
    expect(done.total_amount).toBeGreaterThan(0);
    const again = await office.ask(action, { query: { dry_run: 'true' }, body: {} });
    expect(again).toMatchObject({ count: 0, total_amount: 0 });
    await office.expectCleanBooks();
  },
);

test.each(actions)('%s is refused when its effect differs from the preview', async (_, action) => {
  const office = await openMarketStreet();
  const { digest } = await office.ask(action, { query: { dry_run: 'true' }, body: {} });
  office.goTo('2026-11-21');
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.pay(shopId, 12_000, '2026-11-21');
  await office.let('A-9');
  const now = await office.ask(action, { query: { dry_run: 'true' }, body: {} });
  expect(now.digest).not.toBe(digest);
  await office.tokenOf('admin');
  const before = await everythingIn(office.app);
  await office.refused(action, { query: { preview_digest: digest }, body: {} }, 'preview_changed');
  expect(await everythingIn(office.app)).toEqual(before);
  const done = await office.ask(action, { query: { preview_digest: now.digest }, body: {} });
  expect(done.digest).toBe(now.digest);
});

test('an unrelated change does not change the preview of an action', async () => {
  const office = await openMarketStreet();
  const { digest } = await office.ask(fines.applyAll, { query: { dry_run: 'true' }, body: {} });
  await office.let('A-9');
  const done = await office.ask(fines.applyAll, { query: { preview_digest: digest }, body: {} });
  expect(done.digest).toBe(digest);
});

test('a preview needs the right to change the ledgers, but no verified session', async () => {
  const office = await openMarketStreet();
  const url = `${invoices.generateAll.path}?dry_run=true`;
  const asked = await office.app.as('admin', { method: 'POST', url, payload: {} });
  expect(asked.statusCode).toBe(200);
  expect((await office.app.as('manager', { method: 'POST', url, payload: {} })).json().code).toBe('not_allowed');
  expect(await office.ask(bulkActions.listRuns, {})).toEqual([]);
});

test('a preview is computed each time, whatever key it is sent with', async () => {
  const office = await openMarketStreet();
  const preview = { query: { dry_run: 'true' as const }, body: {}, key: 'form-1' };
  const first = await office.ask(invoices.generateAll, preview);
  await office.generate('A-1', '2026-11');
  expect((await office.ask(invoices.generateAll, preview)).count).toBe(first.count - 1);
});

test('a run is found under the id of its sender: who, when, how far, how it ended', async () => {
  const office = await openMarketStreet();
  const run_id = randomUUID();
  const done = await office.ask(invoices.generateAll, { query: { run_id }, body: {} });
  const run = await office.ask(bulkActions.getRun, { params: { id: run_id } });
  const at = '2026-11-20T06:30:00.000Z';
  expect(run).toEqual({
    id: run_id,
    action: 'generate-invoices',
    period: null,
    started_by: 'admin@example.com',
    started_at: at,
    ended_at: at,
    done: 4,
    total: 4,
    outcome: 'done',
    summary: done.message,
  });
  expect(await office.ask(bulkActions.listRuns, { role: 'editor' })).toEqual([run]);
  const headers = { 'accept-language': 'ta' };
  const inTamil = await office.app.as('editor', { url: '/api/settings/runs', headers });
  expect(inTamil.json()).toMatchObject([{ id: run_id, summary: expect.stringMatching(/^தயாரித்த கட்டணப்பட்டியல்கள்: \d/) }]);
  await office.refused(invoices.generateAll, { query: { run_id }, body: {} }, 'run_exists');
});

test('a run in progress reports its progress; a run without progress is reported as interrupted', async () => {
  const office = await openTestOffice();
  const { database, clock } = office.app;
  const id = randomUUID();
  const heard: unknown[] = [];
  const context = { actor: 'admin@example.com', now: clock.now(), requestId: 'test' };
  await trackRun({ database, clock }, context, {
    run: { id, action: 'apply-fines' },
    work: async (onShop) => {
      for (const done of [0, 1, 8, 9]) {
        await onShop(done, 20);
        heard.push(await office.ask(bulkActions.getRun, { params: { id } }));
      }
      clock.advance(2 * 60_000 + 1);
      heard.push(await office.ask(bulkActions.getRun, { params: { id } }));
    },
    endOf: () => ({ message: 'Over.', failed: true }),
  });
  expect(heard).toMatchObject([
    { done: 0, total: 20, outcome: 'running', ended_at: null },
    { done: 0, total: 20, outcome: 'running' },
    { done: 8, total: 20, outcome: 'running' },
    { done: 8, total: 20, outcome: 'running' },
    { done: 8, total: 20, outcome: 'interrupted', summary: expect.stringContaining('Run the action again') },
  ]);
  expect(await office.ask(bulkActions.getRun, { params: { id } })).toMatchObject({
    outcome: 'failed',
    summary: 'Over.',
  });
});

test('a run that fails is recorded as failed, and its error is thrown', async () => {
  const office = await openTestOffice();
  const { database, clock } = office.app;
  const id = randomUUID();
  const broken = trackRun(
    { database, clock },
    { actor: 'admin@example.com', now: clock.now(), requestId: 'test' },
    {
      run: { id, action: 'fine-arrest' },
      work: async () => {
        throw new Error('the disk is full');
      },
      endOf: () => ({ message: 'Over.', failed: false }),
    },
  );
  await expect(broken).rejects.toThrow('the disk is full');
  expect(await office.ask(bulkActions.getRun, { params: { id } })).toMatchObject({
    outcome: 'failed',
    summary:
      'The run failed. The changes for shops already processed have been saved. Run the action again to process the rest.',
  });
});

test('a shop that fails does not stop the others, and is processed in the next run', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.let(shopId);
  const { database, clock } = office.app;
  const at = clock.now();
  await database.write(async (tx) => {
    const tenancy = await tx
      .selectFrom('tenancies')
      .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
      .select(['tenancies.id', 'tenancies.shop_id'])
      .where('shops.shop_id', '=', 'A-2')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('ledger_entries')
      .values({
        tenancy_id: tenancy.id,
        shop_id: tenancy.shop_id,
        kind: 'invoice',
        effective_at: at,
        cents: cents(0),
        month: '2026-09' as Month,
        note: '',
        recorded_at: at,
        recorded_by: 'nobody',
      })
      .execute();
  });
  const run_id = randomUUID();
  const broken = await office.ask(invoices.generateAll, { query: { run_id }, body: {} });
  expect(broken.results.map(({ shop_id, status }) => `${shop_id} ${status}`)).toEqual([
    'A-1 success',
    'A-2 failed',
    'A-3 success',
  ]);
  expect(broken.results[1]?.error).toMatch(
    /^Nothing was saved, because the stored amounts of this shop do not match its entries\./,
  );
  expect(await office.ask(bulkActions.getRun, { params: { id: run_id } })).toMatchObject({ outcome: 'failed' });
  await database.write(async (tx) => {
    await tx.deleteFrom('ledger_entries').where('recorded_by', '=', 'nobody').execute();
  });
  const mended = await office.ask(invoices.generateAll, { body: {} });
  expect(mended.results.map(({ status }) => status)).toEqual(['skipped', 'success', 'skipped']);
  await office.expectCleanBooks();
});
