import { inLanguage } from '#contract/languages.ts';
import type { ComparedProduct, WhereToSellPageData } from '#contract/where-to-sell.ts';
import type { Translator } from '#web/i18n/translate.ts';

interface WayFormProps {
  data: WhereToSellPageData;
  product: ComparedProduct;
  translator: Translator;
}

/** A plain form: it works without scripts, and nothing of it is stored about the reader. */
export function WayForm({ data, product, translator: { language, t } }: WayFormProps) {
  const { asked, rows, centsPerKm, load } = data;
  const others = rows.filter(({ centreId }) => centreId !== 0);
  const chosen = others.find(({ centreId }) => centreId === asked.centreId);
  const isUnread = (field: 'km' | 'rate' | 'load') => asked.unread.includes(field);
  const field = (name: 'km' | 'rate' | 'load', label: string, usual: string) => (
    <label>
      {label}
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={asked[name]}
        placeholder={usual}
        aria-invalid={isUnread(name) || undefined}
      />
      {isUnread(name) && <strong className="unread">{t(`sell.unread.${name}`, { text: asked[name] })}</strong>}
    </label>
  );
  return (
    <form className="way-form" method="get" action={inLanguage(language, '/where-to-sell')}>
      <h2>{t('sell.ownWay')}</h2>
      <input type="hidden" name="product" value={product.id} />
      <div className="way-fields">
        <label>
          {t('sell.to')}
          <select name="with" defaultValue={asked.centreId ?? ''}>
            <option value="">{t('sell.allCentres')}</option>
            {others.map(({ centreId, name }) => (
              <option key={centreId} value={centreId}>
                {name[language]}
              </option>
            ))}
          </select>
        </label>
        {field('km', t('sell.kmField'), chosen?.distanceKm == null ? '' : String(chosen.distanceKm))}
        {field('rate', t('sell.rateField'), String(centsPerKm / 100))}
        {field('load', t('sell.loadField', { unit: t(`load.${product.unit}`) }), String(load))}
      </div>
      {asked.km !== '' && asked.centreId === null && <p className="unread">{t('sell.chooseCentre')}</p>}
      <button type="submit">{t('sell.compute')}</button>
      <p className="way-note">{t('sell.oneWay')}</p>
    </form>
  );
}
