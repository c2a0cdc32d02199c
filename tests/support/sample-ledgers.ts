import {
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  instantOf,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Role } from '#contract/roles.ts';
import { shops } from '#contract/shops.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import type { ActionContext } from '#server/action-context.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Writer } from '#server/db/connect.ts';
import { registerAccount } from '#server/features/accounts/register-account.ts';
import { applyFine } from '#server/features/fines/apply-fine.ts';
import { generateInvoice } from '#server/features/invoices/generate-invoice.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { numberOf } from '#server/features/ledger/recompute-ledger.ts';
import { recordPayment } from '#server/features/payments/record-payment.ts';
import { hashPassword } from '#server/features/session/hash-password.ts';
import { addShop } from '#server/features/shops/add-shop.ts';
import { addTenant } from '#server/features/tenants/add-tenant.ts';
import type { Market } from './start-market.ts';

/** Today in the market's time zone, because the browser's zone is New York. */
export const sampleToday = dayOf(instantOf(Date.now()));
export const lastMonth = monthBefore(1);
export const monthBeforeLast = monthBefore(2);

/** Each month is VAT 1,800 + operation fee 2,000 + rent 8,000 = Rs. 11,800. A fine on the whole rent is Rs. 2,400. */
const TERMS = {
  shop_name: 'Nimal Stores',
  location: 'Block A, row 2',
  rent_amount: 8000,
  vat_rate: 18,
  operation_fee: 2000,
};

/**
 * Adds a shop directly to the database while the server runs. Its invoice for the month before last was paid on time in
 * cash; the one for last month is unpaid.
 */
export async function addSampleShop(
  market: Market,
  shop_id: string,
  terms: Partial<typeof TERMS> = {},
  email = 'sunil@example.com',
): Promise<void> {
  await writeBooks(market, async (tx) => {
    const first = actOn(dayInMonth(monthBeforeLast, 1));
    const fields = shops.add.body.parse({ ...TERMS, ...terms, shop_id });
    await addShop(tx, first, fields);
    await addTenant(tx, first, {
      shop_id,
      name: `Sunil Bandara of ${shop_id}`,
      contact: '000 000 0007',
      address: 'Temple Road, Dambulla',
      email,
    });
    await generateInvoice(tx, first, { shopId: shop_id, month: monthBeforeLast });
    const day = dayInMonth(monthBeforeLast, 10);
    const paid = { cents: cents(1_180_000), day, method: 'Cash' as const, note: '' };
    await recordPayment(tx, actOn(day), { opened: await loadLedgerForUpdate(tx, shop_id), ...paid });
    await generateInvoice(tx, actOn(dayInMonth(lastMonth, 1)), { shopId: shop_id, month: lastMonth });
  });
}

export async function addLateShop(market: Market, shop_id: string): Promise<void> {
  const month = monthBefore(4);
  await writeBooks(market, async (tx) => {
    const first = actOn(dayInMonth(month, 1));
    await addShop(tx, first, shops.add.body.parse({ ...TERMS, shop_id }));
    await addTenant(tx, first, {
      shop_id,
      name: `Selvi Nadarajah of ${shop_id}`,
      contact: '000 000 0008',
      address: 'Tank Road, Naula',
      email: 'selvi@example.com',
    });
    const billed = await generateInvoice(tx, first, { shopId: shop_id, month });
    await applyFine(tx, actOn(dayInMonth(month, 20)), numberOf(billed, billed.invoiceId));
  });
}

export async function addReaders(market: Market, roles: readonly Role[] = ['manager', 'editor']): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await writeBooks(market, async (tx) => {
    for (const role of roles) {
      const account = { username: role, email: `${role}@example.com`, role, passwordHash, mustChangePassword: false };
      await registerAccount(tx, { ...actOn(sampleToday), now: instantOf(Date.now()) }, account);
    }
  });
}

async function writeBooks(market: Market, write: (tx: Writer) => Promise<void>): Promise<void> {
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  try {
    await database.write(write);
  } finally {
    await database.close();
  }
}

function actOn(day: Day): ActionContext {
  return { actor: 'superadmin@example.com', now: `${day}T06:30:00.000Z` as Instant, requestId: `sample ${day}` };
}

function monthBefore(months: number): Month {
  return monthOf(addMonths(dayInMonth(monthOf(sampleToday), 1), -months));
}
