import { type MouseEvent, useEffect, useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { AlertsPageData } from '#contract/site.ts';
import { fetchWithin } from '#web/fetch-within.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { addRenewal } from '../offline/renewals.ts';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import { AlertForm } from './alert-form.tsx';
import { NoticeLine, StoredFacts } from './alert-notes.tsx';
import alertStyles from './alerts.css?inline';

export const alertsPage = page({
  show: AlertsPage,
  path: '/alerts',
  query: ['product'],
  texts: ['alerts'],
  styles: [base, shell, alertStyles],
  title: ({ t }) => t('alerts.title'),
  description: ({ centre, t }) => t('alerts.description', { centre }),
  indexed: 'page',
  navigation: { bottom: 'shell.alerts' },
  hydrated: true,
  isUnstored: true,
});

export function AlertsPage({ data, translator }: PageProps<'alerts'>) {
  const { t } = translator;
  const isOffered = data.email === null || data.sms === null || data.pushKey !== null;
  return (
    <main id="main" className="wrap alerts" tabIndex={-1}>
      <h1>{t('alerts.title')}</h1>
      <p className="lead">{t('alerts.intro')}</p>
      <NoticeLine notice={data.notice} />
      {data.key !== null && <CodeForm code={data.key} translator={translator} />}
      {!isOffered && <p className="note">{t('alerts.none')}</p>}
      {isOffered && data.email !== null && <p className="note">{t('alerts.noEmail')}</p>}
      {isOffered && data.key === null && <Forms data={data} translator={translator} />}
      {(isOffered || data.key !== null) && <StoredFacts translator={translator} />}
    </main>
  );
}

function Forms({ data, translator }: { data: AlertsPageData; translator: Translator }) {
  return (['limit', 'daily'] as const).map((group) => (
    <AlertForm key={group} path="/alerts" group={group} products={data.products} values={data} translator={translator}>
      <Ways data={data} group={group} translator={translator} />
    </AlertForm>
  ));
}

function Ways({ data, group, translator }: { data: AlertsPageData; group: 'limit' | 'daily'; translator: Translator }) {
  const { t } = translator;
  const { email, sms, pushKey, kind, address } = data;
  const isSent = (kind === 'daily') === (group === 'daily');
  const asked = email === null ? (sms === null ? 'both' : 'email') : 'sms';
  return (
    <div className="alert-ways">
      {(email === null || sms === null) && (
        <>
          <label>
            {t(`alerts.address.${asked}`)}
            <input
              name="address"
              type={asked === 'email' ? 'email' : asked === 'sms' ? 'tel' : 'text'}
              autoComplete={asked === 'sms' ? 'tel' : 'email'}
              defaultValue={isSent ? address : ''}
              required
            />
          </label>
          <button type="submit">{t('alerts.subscribe')}</button>
        </>
      )}
      {pushKey !== null && <PushButton pushKey={pushKey} translator={translator} />}
    </div>
  );
}

function CodeForm({ code, translator: { language, t } }: { code: string; translator: Translator }) {
  return (
    <form className="alert-form" method="post" action={inLanguage(language, '/alerts/manage')}>
      <input type="hidden" name="key" value={code} />
      <input type="hidden" name="action" value="confirm" />
      <label>
        {t('alerts.code')}
        <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
      </label>
      <button type="submit">{t('alerts.code.confirm')}</button>
    </form>
  );
}

interface Outcome {
  text: string;
  key: string | null;
}

function PushButton({ pushKey, translator }: { pushKey: string; translator: Translator }) {
  const { language, t } = translator;
  const [isAble, setIsAble] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => setIsAble('PushManager' in window && 'serviceWorker' in navigator), []);
  const subscribe = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form || !areWishesValid(form)) return;
    const fail = (key: SiteMessageKey) => setOutcome({ text: t(key), key: null });
    try {
      if ((await Notification.requestPermission()) !== 'granted') return fail('alerts.push.denied');
      setOutcome(await sendSubscription(form, pushKey, language));
    } catch {
      fail('alerts.push.failed');
    }
  };
  if (!isAble) return null;
  return (
    <>
      <button type="button" className="plain" onClick={(event) => void subscribe(event)}>
        {t('alerts.push.subscribe')}
      </button>
      {outcome && <NoticeLine notice={{ text: outcome.text, isFault: outcome.key === null }} />}
      {outcome?.key && <a href={inLanguage(language, `/alerts/manage?key=${outcome.key}`)}>{t('alerts.push.see')}</a>}
    </>
  );
}

function areWishesValid(form: HTMLFormElement): boolean {
  const wishes = Array.from(form.elements).filter((one) => one instanceof HTMLInputElement && one.name === 'limit');
  return wishes.every((one) => (one as HTMLInputElement).reportValidity());
}

const LIMITS = { answerMs: 30_000, silenceMs: 10_000 };

async function sendSubscription(form: HTMLFormElement, pushKey: string, language: string): Promise<Outcome> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  const fields = new FormData(form);
  const limit = fields.get('limit');
  const answer = await fetchWithin(LIMITS, '/api/alerts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({
      channel: 'push',
      address: endpoint,
      p256dh: keys?.p256dh,
      auth: keys?.auth,
      kind: fields.get('kind'),
      products: fields.getAll('products').map(Number),
      language,
      ...(limit !== null && { limit }),
    }),
  });
  const { message, key = null } = (await answer.json()) as { message: string; key?: string | null };
  // Without storage, as in a private window, the alert works until the browser replaces its subscription.
  if (key !== null) await addRenewal(key, pushKey).catch(() => undefined);
  return { text: message, key };
}
