import { inLanguage } from '#contract/languages.ts';
import type { AlertsPageData } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import { AlertForm } from './alert-form.tsx';
import { NoticeLine, StoredFacts } from './alert-notes.tsx';
import alertStyles from './alerts.css?inline';
import { PushButton } from './push-button.tsx';

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

export function AlertsPage({ data, speech }: PageProps<'alerts'>) {
  const { t } = speech;
  const isOffered = data.email === null || data.sms === null || data.pushKey !== null;
  return (
    <main id="main" className="wrap alerts" tabIndex={-1}>
      <h1>{t('alerts.title')}</h1>
      <p className="lead">{t('alerts.intro')}</p>
      <NoticeLine notice={data.notice} />
      {data.key !== null && <CodeForm code={data.key} speech={speech} />}
      {!isOffered && <p className="note">{t('alerts.none')}</p>}
      {isOffered && data.email !== null && <p className="note">{t('alerts.noEmail')}</p>}
      {isOffered && data.key === null && <Forms data={data} speech={speech} />}
      <StoredFacts speech={speech} />
    </main>
  );
}

function Forms({ data, speech }: { data: AlertsPageData; speech: Translator }) {
  return (['limit', 'daily'] as const).map((group) => (
    <AlertForm key={group} path="/alerts" group={group} products={data.products} values={data} speech={speech}>
      <Ways data={data} group={group} speech={speech} />
    </AlertForm>
  ));
}

function Ways({ data, group, speech }: { data: AlertsPageData; group: 'limit' | 'daily'; speech: Translator }) {
  const { t } = speech;
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
      {pushKey !== null && <PushButton pushKey={pushKey} speech={speech} />}
    </div>
  );
}

function CodeForm({ code, speech: { language, t } }: { code: string; speech: Translator }) {
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
