import { sql } from 'kysely';
import type { RestoredCounts } from '#contract/restore.ts';
import type { Reader } from '../../db/connect.ts';
import { TOKEN_OWNER } from '../alerts/start-subscription.ts';

const count = sql<number>`cast(count(*) as bigint)`.as('count');

export async function countRestored(db: Reader): Promise<RestoredCounts> {
  const all = async (table: 'shops' | 'products' | 'prices' | 'accounts' | 'vehicle_tickets' | 'sanitation_tickets') =>
    (await db.selectFrom(table).select(count).executeTakeFirstOrThrow()).count;
  const tenants = db.selectFrom('tenancies').select(count).where('ended_on', 'is', null);
  const payments = db.selectFrom('ledger_entries').select(count).where('kind', '=', 'payment');
  return {
    shops: await all('shops'),
    tenants: (await tenants.executeTakeFirstOrThrow()).count,
    payments: (await payments.executeTakeFirstOrThrow()).count,
    tickets: (await all('vehicle_tickets')) + (await all('sanitation_tickets')),
    products: await all('products'),
    prices: await all('prices'),
    accounts: await all('accounts'),
  };
}

const MOST_SHOWN = 20;

export async function listSuperadmins(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ email }) => email);
}

/** Returns how many secrets are closed with the token secret, and one of them. */
export async function findSecretProbe(
  db: Reader,
): Promise<{ secrets: number; probe: { closed: string; owner: string } | null }> {
  const apps = await db
    .selectFrom('factors')
    .select(['secret', 'account_id'])
    .where('kind', '=', 'app')
    .orderBy('id')
    .execute();
  const alerts = db.selectFrom('alert_subscriptions');
  const { count: subscribed } = await alerts.select(count).executeTakeFirstOrThrow();
  const [app] = apps;
  const first = app ? undefined : await alerts.select('token_sealed').orderBy('id').limit(1).executeTakeFirst();
  const probe = app
    ? { closed: app.secret, owner: String(app.account_id) }
    : first && { closed: first.token_sealed, owner: TOKEN_OWNER };
  return { secrets: apps.length + subscribed, probe: probe ?? null };
}
