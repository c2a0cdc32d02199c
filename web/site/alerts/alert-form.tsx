import type { ReactNode } from 'react';
import { MOST_ALERT_PRODUCTS } from '#contract/alert-limits.ts';
import { inLanguage } from '#contract/languages.ts';
import type { AlertProduct } from '#contract/site.ts';
import type { AlertKind } from '#contract/words.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';

export interface AlertWishValues {
  kind: AlertKind;
  chosen: readonly number[];
  limit: string;
}

interface AlertFormProps {
  path: '/alerts' | '/alerts/manage';
  group: 'limit' | 'daily';
  products: readonly AlertProduct[];
  values: AlertWishValues;
  translator: Translator;
  children: ReactNode;
}

export function AlertForm({ path, group, products, values, translator, children }: AlertFormProps) {
  const { language, t } = translator;
  const Fields = group === 'limit' ? LimitFields : ProductFields;
  return (
    <form className="alert-form" method="post" action={inLanguage(language, path)}>
      <h2>{t(`alerts.${group}.title`)}</h2>
      <p className="soft" id={`${group}-hint`}>
        {t(`alerts.${group}.hint`, { max: MOST_ALERT_PRODUCTS })}
      </p>
      <Fields products={products} values={values} translator={translator} />
      {children}
    </form>
  );
}

type FieldsProps = Pick<AlertFormProps, 'products' | 'values' | 'translator'>;

function LimitFields({ products, values, translator: { language, t } }: FieldsProps) {
  return (
    <div className="alert-fields">
      <label>
        {t('alerts.product')}
        <select name="products" defaultValue={values.chosen[0]} required>
          {products.map((product) => (
            <option key={product.id} value={product.id}>
              {nameOf(product, language).text} ({t(`unit.${product.unit}`)})
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('alerts.kind')}
        <select name="kind" defaultValue={values.kind === 'below' ? 'below' : 'above'}>
          <option value="above">{t('alerts.kind.above')}</option>
          <option value="below">{t('alerts.kind.below')}</option>
        </select>
      </label>
      <label>
        {t('alerts.limit')}
        <input
          name="limit"
          type="text"
          inputMode="decimal"
          defaultValue={values.limit}
          required
          aria-describedby="limit-hint"
        />
      </label>
    </div>
  );
}

function ProductFields({ products, values, translator: { language, t } }: FieldsProps) {
  const chosen = new Set(values.kind === 'daily' ? values.chosen : []);
  return (
    <>
      <input type="hidden" name="kind" value="daily" />
      <details open={chosen.size > 0}>
        <summary>{t('alerts.daily.products')}</summary>
        <fieldset className="alert-products">
          <legend className="unseen">{t('alerts.daily.products')}</legend>
          {products.map((product) => {
            const { text, lang } = nameOf(product, language);
            return (
              <label key={product.id}>
                <input type="checkbox" name="products" value={product.id} defaultChecked={chosen.has(product.id)} />
                <span lang={lang}>{text}</span>
              </label>
            );
          })}
        </fieldset>
      </details>
    </>
  );
}
