import { fetchWithin } from '#web/fetch-within.ts';
import { addRenewal, type Renewals, readRenewals, storeRenewals } from './renewals.ts';
import { type Alert, type SubscriptionChange, scope } from './worker-scope.ts';

const RENEW_LIMITS = { answerMs: 20_000, silenceMs: 20_000 };
/** Answers after which a later try can succeed. */
const TRY_LATER = [408, 425, 429];

let sending: Promise<void> | undefined;

/** Stores the alert of a message. Each message names its alert, so alerts of earlier releases are renewed too. */
export async function rememberAlert({ manage }: Pick<Alert, 'manage'>): Promise<void> {
  const key = new URL(manage, location.origin).searchParams.get('key');
  if (key !== null) await addRenewal(key, keyOf(await scope.registration.pushManager.getSubscription()));
}

/** Subscribes again after the browser has ended or replaced the subscription, and sends the new one to the server. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const renewals = await readRenewals();
  const pushKey = keyOf(newSubscription) ?? keyOf(oldSubscription) ?? renewals.pushKey;
  if (renewals.alerts.length === 0 || pushKey === null) return;
  await storeRenewals({ ...renewals, pushKey, isDue: true });
  await sendDueRenewal();
}

/** Sends the current subscription to the server if the server does not have it yet. */
export async function sendDueRenewal(): Promise<void> {
  const renewals = await readRenewals();
  if (!renewals.isDue) return;
  sending ??= sendRenewal(renewals).finally(() => {
    sending = undefined;
  });
  await sending;
}

async function sendRenewal({ alerts, pushKey }: Renewals): Promise<void> {
  const { pushManager } = scope.registration;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetchWithin(RENEW_LIMITS, '/api/alerts/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keys: alerts, address: endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
  if (answer.status >= 500 || TRY_LATER.includes(answer.status) || !isOwnAnswer(answer))
    throw new Error(`the renewal was answered ${answer.status}`);
  const ended = answer.status === 404 ? alerts : [];
  const after = await readRenewals();
  await storeRenewals({ ...after, alerts: after.alerts.filter((key) => !ended.includes(key)), isDue: false });
}

/** A network that asks to sign in answers every request with a page of its own. */
function isOwnAnswer({ redirected, headers }: Response): boolean {
  return !redirected && (headers.get('content-type')?.startsWith('application/json') ?? false);
}

function keyOf(subscription: PushSubscription | null | undefined): string | null {
  const key = subscription?.options.applicationServerKey;
  if (!key) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
