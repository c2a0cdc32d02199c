/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { fillMarket } from '#scripts/demo/fill-demo.ts';
import { fillLedgers } from '#scripts/demo/ledgers/fill-ledgers.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { generateAll } from '../invoices/generate-all.ts';
import { verifyLedgers } from './verify-ledgers.ts';

test('the ledgers of the demo are clean, and actions on them succeed', { tags: ['slow'] }, async () => {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  const now = '2026-11-20T03:00:00.000Z' as Instant;
  await fillMarket(made.database, { seed: 1999, years: 1 / 3, now, subjects: [fillLedgers] });
  const verdict = await verifyLedgers(made.database);
  expect(verdict).toMatchObject({ shops: 144, differences: [] });
  expect(verdict.entries).toBeGreaterThan(1000);
  expect(verdict.auditEntries).toBeGreaterThan(100);
  const context = { actor: 'test', now: '2026-12-01T03:00:00.000Z' as Instant, requestId: 'test' };
  const { count } = await generateAll(made.database.reader, context, {
    keep: made.database.write,
    atOnce: 1,
    onShop: async () => {},
    onFailure: (_, error) => expect.unreachable(String(error)),
  });
  expect(count).toBe(140);
  expect((await verifyLedgers(made.database)).differences).toEqual([]);
});
