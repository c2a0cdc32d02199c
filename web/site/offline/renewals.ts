import { MOST_ALERTS_OF_ADDRESS } from '#contract/alert-limits.ts';

/**
 * What the service worker needs to renew a push subscription that the browser has replaced. It is in a cache, because
 * that is the only storage that both the worker and a page can write.
 */
export interface Renewals {
  /** The keys of the alerts of this browser, the one that was used last at the end. */
  alerts: string[];
  /** The key with which the market signs its push messages. */
  pushKey: string | null;
  /** True until the server has confirmed the current subscription. */
  isDue: boolean;
}

const CACHE = 'pola-alerts';
const ADDRESS = '/alerts/renewals';

export async function readRenewals(): Promise<Renewals> {
  const stored = await (await caches.open(CACHE)).match(ADDRESS);
  return stored ? ((await stored.json()) as Renewals) : { alerts: [], pushKey: null, isDue: false };
}

export async function storeRenewals(renewals: Renewals): Promise<void> {
  await (await caches.open(CACHE)).put(ADDRESS, Response.json(renewals));
}

/** Stores that an alert uses the push subscription of this browser. */
export async function addRenewal(alert: string, pushKey: string | null): Promise<void> {
  const before = await readRenewals();
  const alerts = [...before.alerts.filter((one) => one !== alert), alert].slice(-MOST_ALERTS_OF_ADDRESS);
  await storeRenewals({ ...before, alerts, pushKey: pushKey ?? before.pushKey });
}
