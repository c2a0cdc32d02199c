import { lastLanguage, readWords } from './kept-pages.ts';
import { rememberAlert } from './renew-subscription.ts';
import { type Alert, type Clicked, type PushData, scope } from './worker-scope.ts';

const ICON = '/icon-192.png';

/**
 * Shows a message. A browser requires a notification for every message, also for one without content, and otherwise
 * shows one of its own or ends the subscription.
 */
export async function notifyReader(data: PushData | null): Promise<void> {
  const alert = readAlert(data);
  if (!alert) return notifyPlainly();
  const { title, body, manageLabel } = alert;
  const actions = [{ action: 'manage', title: manageLabel }];
  await scope.registration.showNotification(title, { body, icon: ICON, data: alert, actions });
  // The message has been shown; without storage only a later renewal is lost.
  await rememberAlert(alert).catch(() => undefined);
}

async function notifyPlainly(): Promise<void> {
  const language = await lastLanguage();
  const words = await readWords(language);
  const prefix = language === 'en' ? '' : `/${language}`;
  const title = words?.t('offline.push.title') ?? location.host;
  const data = { url: `${prefix}/home-dailyprice`, manage: `${prefix}/alerts` };
  await scope.registration.showNotification(title, { body: words?.t('offline.push.text') ?? '', icon: ICON, data });
}

function readAlert(data: PushData | null): Alert | undefined {
  try {
    const alert = data?.json() as Partial<Alert> | null | undefined;
    return typeof alert?.title === 'string' && typeof alert.url === 'string' ? (alert as Alert) : undefined;
  } catch {
    return undefined;
  }
}

export async function openNotification({ action, notification }: Clicked): Promise<void> {
  const { url, manage } = notification.data;
  notification.close();
  const address = new URL(action === 'manage' ? manage : url, location.origin);
  if (address.origin === location.origin) await scope.clients.openWindow(address.href);
}
