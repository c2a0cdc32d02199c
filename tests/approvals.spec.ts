import { expect, type Page } from '@playwright/test';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { confirmIfAsked, dialog, pressInDialog } from './support/office-payments.ts';
import { addReaders, addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { sessionTokenOf } from './support/start-market.ts';

const test = inOwnMarket(async (market) => {
  await addReaders(market, ['admin']);
  await addSampleShop(market, 'N-1');
});

async function askForRefund(cashier: Page): Promise<void> {
  await cashier.goto('/view-tenants?search=N-1');
  await cashier.getByRole('link', { name: 'Sunil Bandara of N-1', exact: true }).click();
  await cashier.getByRole('button', { name: 'Refund credit' }).click();
  const form = cashier.getByRole('dialog', { name: 'Refund credit' });
  await form.getByRole('textbox', { name: 'Amount (LKR)' }).fill('30000');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Paid twice');
  await form.getByRole('button', { name: 'Refund credit' }).click();
  await cashier
    .getByRole('dialog', { name: 'Refund LKR 30,000.00 of credit?' })
    .getByRole('button', { name: 'Refund credit', disabled: false })
    .click();
  const refused = cashier.getByText(/needs the approval of a second person/);
  await confirmIfAsked(cashier, refused);
  await expect(refused).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await cashier.getByRole('button', { name: 'Leave' }).click();
}

test('a refund above the limit waits for a manager, and the cashier carries it out once', async ({
  page: chief,
  enter,
  market,
}) => {
  const authorization = `Bearer ${await sessionTokenOf(market.url, 'admin')}`;
  await chief.request.post(`${market.url}/api/payments/by-shop/N-1`, {
    headers: { authorization },
    data: { amountPaid: 50_000, paymentDate: sampleToday },
  });
  await chief.goto('/settings');
  await chief.getByLabel('Approval needed above (LKR)').fill('20000');
  await chief.getByRole('button', { name: 'Save limit' }).click();
  await confirmIfAsked(chief, chief.getByText('Limit saved.'));
  await expect(chief.getByText('Limit saved.')).toBeVisible();

  const cashier = await enter('admin');
  await askForRefund(cashier);

  const manager = await enter('manager');
  await manager.goto('/admin-dashboard');
  await manager.getByRole('link', { name: /^Approvals\s*1 request waiting$/ }).click();
  const row = manager.getByRole('row', { name: /Refund credit of Sunil Bandara of N-1, shop N-1/ });
  await expect(row).toContainText('30,000.00');
  await expect(row).toContainText('Paid twice');
  await expectNoAxeFindings(manager);
  await row.getByRole('button', { name: /^Decline/ }).click();
  await dialog(manager).getByRole('button', { name: 'Decline' }).click();
  await expect(dialog(manager)).toContainText('Enter the reason.');
  await dialog(manager).getByLabel('Reason').fill('Ask the bank first');
  await pressInDialog(manager, 'Decline');
  await expect(manager.getByText('Declined.', { exact: true })).toBeVisible();
  await expect(manager.getByText('No open requests.')).toBeVisible();

  await cashier.goto('/approvals');
  await expect(cashier.getByRole('cell', { name: 'Declined by manager: Ask the bank first' })).toBeVisible();
  await expect(cashier.getByRole('button', { name: /^Carry out/ })).toHaveCount(0);
  await askForRefund(cashier);

  await manager.reload();
  await row.getByRole('button', { name: /^Approve/ }).click();
  await pressInDialog(manager, 'Approve');
  await confirmIfAsked(manager, manager.getByText(/^Approved\./));
  await expect(manager.getByText(/^Approved\./)).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible();

  await cashier.goto('/approvals');
  await cashier.getByRole('button', { name: /^Carry out/ }).click();
  await expect(dialog(cashier)).toContainText('Amount: LKR 30,000.00.');
  await pressInDialog(cashier, 'Carry out');
  await confirmIfAsked(cashier, cashier.getByText('Carried out.'));
  await expect(cashier.getByText('Carried out.')).toBeVisible();
  await expect(cashier.getByRole('button', { name: /^Carry out/ })).toHaveCount(0);
  await expect(cashier.getByText(/^Approved by manager; carried out on/)).toBeVisible();
});
