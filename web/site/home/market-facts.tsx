import { day } from '#billing/calendar.ts';
import { formatPlainDay } from '#web/i18n/format.ts';
import type { MessageKey, Speech } from '#web/i18n/translate.ts';

/** The facts of the specification (part 1, section 1). */
const OPENED = day('1999-04-01');
const STALLS = 144;

const FACTS: { title: MessageKey; text: MessageKey }[] = [
  { title: 'home.fact.traders', text: 'home.fact.tradersText' },
  { title: 'home.fact.vehicles', text: 'home.fact.vehiclesText' },
  { title: 'home.fact.vegetables', text: 'home.fact.vegetablesText' },
  { title: 'home.fact.share', text: 'home.fact.shareText' },
  { title: 'home.fact.opening', text: 'home.fact.openingText' },
];

/** How big the market is and when it is open. */
export function MarketFacts({ speech: { t } }: { speech: Speech }) {
  return (
    <section className="wrap facts" aria-labelledby="facts">
      <h2 id="facts">{t('home.market')}</h2>
      <p>
        {t('home.fact.opened', { date: formatPlainDay(OPENED, t), stalls: STALLS })} {t('home.fact.hours')}
      </p>
      <dl>
        {FACTS.map(({ title, text }) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
