import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { sqliteFile } from '#server/db/connect.ts';
import type { Market } from './start-market.ts';

/**
 * Runs a test in a market that other files share, and fails if its settings are different afterwards. Which files share
 * a market depends on the speed of the workers, so a setting left behind fails another file on some machines only.
 */
export async function withSameSettings(market: Market, use: (market: Market) => Promise<void>): Promise<void> {
  const before = settingsOf(market);
  await use(market);
  expect(settingsOf(market), 'A test that changes a setting needs a market of its own (inOwnMarket).').toEqual(before);
}

function settingsOf({ dataDir }: Market): unknown {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  try {
    return ['settings', 'rent_rules', 'vat_rates'].map((table) => database.prepare(`select * from ${table}`).all());
  } finally {
    database.close();
  }
}
