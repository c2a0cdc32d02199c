import type { SiteMessageKey, Translate } from '#web/i18n/translate.ts';

const FIELDS: [string, SiteMessageKey][] = [
  ['date', 'openData.fields.date'],
  ['code', 'openData.fields.code'],
  ['name', 'openData.fields.name'],
  ['type', 'openData.fields.type'],
  ['unit', 'openData.fields.unit'],
  ['min_price, max_price', 'openData.fields.price'],
];

export function FieldList({ t }: { t: Translate }) {
  return (
    <dl className="fields">
      {FIELDS.map(([field, meaning]) => (
        <div key={field}>
          <dt>
            <code lang="en">{field}</code>
          </dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
