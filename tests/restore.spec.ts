import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { backup } from '#contract/backup.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/market.ts';
import { addSampleShop } from './support/sample-ledgers.ts';
import { type Market, sessionTokenOf, signInByForm, startMarket } from './support/start-market.ts';

const NARROW = { width: 320, height: 640 };
const PASSWORD = 'lantern over the paddy field';

let lost: { file: Buffer; auditKey: string };
let fresh: Market;

/** A market with one shop, of which only a backup and the audit key are left. */
test.beforeAll(async () => {
  const market = await startMarket('empty');
  try {
    await addSampleShop(market, 'A-1');
    const headers = { authorization: `Bearer ${await sessionTokenOf(market.url, 'superadmin')}` };
    const answer = await fetch(market.url + backup.download.path, { headers });
    expect(answer.status).toBe(200);
    lost = {
      file: Buffer.from(await answer.arrayBuffer()),
      auditKey: readFileSync(path.join(market.dataDir, 'audit-key'), 'utf8'),
    };
  } finally {
    await market.stop();
  }
  fresh = await startMarket('empty', { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' });
});
test.afterAll(() => fresh.stop());

async function signInOnce(page: Page): Promise<void> {
  const [, email = '', password = ''] =
    /First superadmin: (\S+) {2}one-time password: (\S+)/.exec(fresh.printed()) ?? [];
  await page.goto(`${fresh.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('an empty market becomes that of a backup with the password of the log only, on a narrow screen', async ({
  page,
}) => {
  await page.setViewportSize(NARROW);
  await signInOnce(page);
  await page.getByRole('region', { name: 'Set up the market' }).getByRole('link', { name: 'Restore a market' }).click();
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Backup of Pola').setInputFiles({ name, mimeType: 'application/sql', buffer });
  await choose('page.sql', Buffer.from('<!doctype html><title>Sign in</title>'));
  await expect(page.getByText('page.sql: the file is a web page')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);

  await choose('database_backup.sql', lost.file);
  await expect(page.getByText('The backup can be restored')).toBeVisible();
  await page.reload();
  await expect(page.getByText('superadmin@example.com')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: 'Restore the market' }).click();
  await expect(page.getByLabel('I have the audit key of the old server')).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByLabel('No, nothing was issued after it').check();
  await page.getByLabel('Content of the file audit-key').fill('y'.repeat(64));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Restore the market?' });
  await question.getByRole('button', { name: 'Restore the market' }).click();
  await expect(page.getByText('this is another audit key')).toBeVisible();
  await page.getByLabel('Content of the file audit-key').fill(lost.auditKey.trim());
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Restore the market' }).click();

  await expect(page.getByRole('heading', { name: 'The market was restored' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Verification found no differences')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.reload();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, fresh, 'superadmin');
  await page.goto(`${fresh.url}/view-shops`);
  await expect(page.getByText('Sunil Bandara of A-1').first()).toBeVisible();
  await page.goto(`${fresh.url}/restore-market`);
  await expect(page.getByText('This market is not empty')).toBeVisible();
});
