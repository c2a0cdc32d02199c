import { type MouseEvent, useEffect, useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { NoticeLine } from './alert-notes.tsx';

interface Outcome {
  text: string;
  key: string | null;
}

export function PushButton({ pushKey, speech }: { pushKey: string; speech: Translator }) {
  const { language, t } = speech;
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

async function sendSubscription(form: HTMLFormElement, pushKey: string, language: string): Promise<Outcome> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  const fields = new FormData(form);
  const limit = fields.get('limit');
  const answer = await fetch('/api/alerts', {
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
  return { text: message, key };
}
