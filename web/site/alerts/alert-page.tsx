import { ALERT_CONFIRM_HOURS } from '#contract/alert-limits.ts';
import type { AlertSubscription } from '#contract/alerts.ts';
import { formatMoment } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import shell from '../shell/shell.css?inline';
import { AlertForm } from './alert-form.tsx';
import { NoticeLine, StoredFacts } from './alert-notes.tsx';
import alertStyles from './alerts.css?inline';

export const alertPage = page({
  show: AlertPage,
  path: '/alerts/manage',
  query: ['key'],
  texts: ['alerts'],
  styles: [base, shell, alertStyles],
  title: ({ t }) => t('alerts.manage.title'),
  isUnstored: true,
});

function AlertPage({ data, translator }: PageProps<'alert'>) {
  const { language, t } = translator;
  const { key, subscription, products, notice } = data;
  return (
    <main id="main" className="wrap alerts" tabIndex={-1}>
      <h1>{t('alerts.manage.title')}</h1>
      <NoticeLine notice={notice} />
      {!subscription && !notice && <p className="note">{t('alerts.manage.gone', { hours: ALERT_CONFIRM_HOURS })}</p>}
      {!subscription && (
        <p>
          <a href={inLanguage(language, '/alerts')}>{t('alerts.manage.new')}</a>
        </p>
      )}
      {subscription && (
        <>
          <p className="lead">{describeWish(subscription, translator)}</p>
          {!subscription.is_confirmed && <p>{t('alerts.manage.confirmHint')}</p>}
          <div className="alert-ways">
            {!subscription.is_confirmed && (
              <ActionForm code={key} action="confirm" of={subscription} translator={translator} />
            )}
            <ActionForm code={key} action="end" of={subscription} translator={translator} />
          </div>
          {subscription.is_confirmed && (
            <AlertForm
              path="/alerts/manage"
              group={subscription.kind === 'daily' ? 'daily' : 'limit'}
              products={products}
              values={{
                kind: subscription.kind,
                chosen: subscription.products.map(({ id }) => id),
                limit: subscription.limit === null ? '' : String(subscription.limit),
              }}
              translator={translator}
            >
              <input type="hidden" name="key" value={key} />
              <div className="alert-ways">
                <button type="submit" name="action" value="change">
                  {t('alerts.manage.change')}
                </button>
              </div>
            </AlertForm>
          )}
          <Stored subscription={subscription} translator={translator} />
        </>
      )}
      <StoredFacts translator={translator} />
    </main>
  );
}

interface ActionFormProps {
  code: string;
  action: 'confirm' | 'end';
  of: AlertSubscription;
  translator: Translator;
}

function ActionForm({ code, action, of, translator: { language, t } }: ActionFormProps) {
  return (
    <form method="post" action={inLanguage(language, '/alerts/manage')}>
      <input type="hidden" name="key" value={code} />
      {action === 'confirm' && of.channel === 'sms' && (
        <label>
          {t('alerts.code')}
          <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </label>
      )}
      <button type="submit" name="action" value={action} className={action === 'end' ? 'plain' : undefined}>
        {t(`alerts.manage.${action}`)}
      </button>
    </form>
  );
}

function describeWish({ kind, products, limit }: AlertSubscription, { language, t }: Translator): string {
  const names = products.map((product) => nameOf(product, language).text).join(', ');
  return t(`alerts.manage.wish.${kind}`, { products: names, limit: limit === null ? '' : limit.toFixed(2) });
}

function Stored({ subscription, translator }: { subscription: AlertSubscription; translator: Translator }) {
  const { language, t } = translator;
  const { address, createdAt, messages } = subscription;
  return (
    <section className="alert-stored">
      <h2>{t('alerts.manage.stored')}</h2>
      <dl>
        <dt>{t('alerts.manage.address')}</dt>
        <dd>{address}</dd>
        <dt>{t('alerts.manage.wish')}</dt>
        <dd>{describeWish(subscription, translator)}</dd>
        <dt>{t('shell.languages')}</dt>
        <dd>{new Intl.DisplayNames(language, { type: 'language' }).of(subscription.language)}</dd>
        <dt>{t('alerts.manage.since')}</dt>
        <dd>{formatMoment(createdAt, t)}</dd>
        <dt>{t('alerts.manage.messages')}</dt>
        {messages.length === 0 && <dd>{t('alerts.manage.noMessages')}</dd>}
        {messages.map((message) => (
          <dd key={message.occasion}>
            {formatMoment(message.changed_at, t)}: {t(`alerts.state.${message.state}`)}
          </dd>
        ))}
      </dl>
    </section>
  );
}
