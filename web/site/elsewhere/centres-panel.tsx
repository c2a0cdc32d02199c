import { cents } from '#billing/money.ts';
import { inLanguage } from '#contract/languages.ts';
import type { CentrePrice } from '#contract/where-to-sell.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ageText, DifferenceText, unitText } from './centre-words.tsx';

interface CentresPanelProps {
  productId: number;
  rows: readonly CentrePrice[];
  translator: Translator;
}

/** The newest prices at other centres, on the page of a product. */
export function CentresPanel({ productId, rows, translator }: CentresPanelProps) {
  const { language, t } = translator;
  const others = rows.filter(({ centreId }) => centreId !== 0);
  if (others.length === 0) return null;
  return (
    <section className="elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t('elsewhere.title')}</h2>
      <dl>
        {others.map((row) => (
          <div key={row.centreId}>
            <dt>
              {row.name[language]}
              <small>
                {row.closedToday ? t('elsewhere.closed', { reason: row.closedToday[language] }) : ageText(row.age, t)}
              </small>
            </dt>
            <dd>
              {t('money.currency')} {formatRange(cents(row.minCents), cents(row.maxCents), t)}{' '}
              <span className="unit">{unitText(row.unit, t)}</span>
              <small>
                <DifferenceText row={row} translator={translator} />
              </small>
              <small className="centre-source">
                {row.licence === null ? (
                  <a href={row.source} rel="noopener noreferrer">
                    {t('elsewhere.source')}
                  </a>
                ) : (
                  <a href={row.licence} rel="license noopener noreferrer">
                    {t('elsewhere.sourceAndLicence')}
                  </a>
                )}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <a className="button" href={inLanguage(language, `/where-to-sell?product=${productId}`)}>
        {t('elsewhere.all')}
      </a>
    </section>
  );
}
