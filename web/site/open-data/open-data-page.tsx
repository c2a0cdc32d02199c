import type { ReactNode } from 'react';
import { inLanguage, type Language } from '#contract/languages.ts';
import { MCP_PATH } from '#contract/open-data.ts';
import type { OpenDataPageData } from '#contract/site.ts';
import type { SiteMessageKey, Translate, Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page, pictureOfDay, type Thing, type Told } from '../page.ts';
import { absolute, describeSeller, originOf } from '../seo/structured-data.ts';
import shell from '../shell/shell.css?inline';
import openDataStyles from './open-data.css?inline';
import { PunctualityList } from './punctuality-list.tsx';

const FIELDS: [string, SiteMessageKey][] = [
  ['date', 'openData.fields.date'],
  ['code', 'openData.fields.code'],
  ['name', 'openData.fields.name'],
  ['type', 'openData.fields.type'],
  ['unit', 'openData.fields.unit'],
  ['min_price, max_price', 'openData.fields.price'],
];

function FieldList({ t }: { t: Translate }) {
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

export const openDataPage = page({
  show: OpenDataPage,
  path: '/open-data',
  texts: ['open-data', 'poster'],
  styles: [base, shell, openDataStyles],
  title: ({ t }) => t('openData.title'),
  description: ({ centre, t }) => t('openData.description', { centre }),
  indexed: 'page',
  picture: ({ latest }) => pictureOfDay(latest),
  structuredData: (told) => [describeDataset(told)],
  navigation: { bottom: 'shell.openData' },
});

function OpenDataPage({ data, frame, translator }: PageProps<'open-data'>) {
  const { language, t } = translator;
  const centre = frame.centre.name[language];
  return (
    <main id="main" className="wrap open-data" tabIndex={-1}>
      <h1>{t('openData.title')}</h1>
      <p className="lead">{t('openData.intro')}</p>
      <Part title="openData.may.title" t={t}>
        <ul className="rules">
          <li>{t('openData.may.free')}</li>
          <li>{t('openData.may.source', { centre })}</li>
          <li>{t('openData.may.changed')}</li>
          <li>{t('openData.may.promise')}</li>
        </ul>
      </Part>
      <Part title="openData.have.title" t={t}>
        <Offers data={data} translator={translator} />
        {frame.publicUrl !== null && (
          <p className="write">
            <a href={inLanguage(language, '/print/poster')}>{t('poster.link')}</a>
          </p>
        )}
      </Part>
      <Part title="openData.fields.title" t={t}>
        <FieldList t={t} />
      </Part>
      <Part title="openData.fresh.title" t={t}>
        <ul className="rules">
          <li>{t('openData.fresh.daily')}</li>
          <li>{t('openData.fresh.missing')}</li>
          <li>{t('openData.fresh.corrections')}</li>
        </ul>
      </Part>
      <Part title="openData.punctual.title" t={t}>
        <PunctualityList figures={data.punctuality} t={t} />
      </Part>
      <Part title="openData.polite.title" t={t}>
        <ul className="rules">
          <li>{t('openData.polite.etag')}</li>
          <li>{t('openData.polite.often')}</li>
        </ul>
        <h3>{t('openData.polite.example')}</h3>
        <Exchange />
        {frame.centre.email !== '' && (
          <p className="write">
            {t('openData.polite.write')} <a href={`mailto:${frame.centre.email}`}>{frame.centre.email}</a>
          </p>
        )}
      </Part>
    </main>
  );
}

function Part({ title, t, children }: { title: SiteMessageKey; t: Translate; children: ReactNode }) {
  return (
    <section>
      <h2>{t(title)}</h2>
      {children}
    </section>
  );
}

const ENGLISH: Language = 'en';

function Exchange() {
  return (
    <pre lang={ENGLISH}>
      <code>
        {
          'GET /api/v1/prices HTTP/1.1\nIf-None-Match: W/"1b7pk2m-e6x"\n\nHTTP/1.1 304 Not Modified\nETag: W/"1b7pk2m-e6x"'
        }
      </code>
    </pre>
  );
}

function describeDataset(told: Told<OpenDataPageData>): Thing {
  const { frame, centre, language, t } = told;
  const [first] = told.data.years;
  const files = told.data.years.flatMap((year) => [
    { year, kind: 'csv', type: 'text/csv' },
    { year, kind: 'json', type: 'application/json' },
  ]);
  return {
    '@type': 'Dataset',
    name: t('openData.dataset', { centre }),
    description: t('openData.description', { centre }),
    url: absolute('/open-data', told),
    license: absolute('/open-data', told),
    isAccessibleForFree: true,
    creator: describeSeller(told),
    spatialCoverage: frame.centre.place[language],
    ...(first !== undefined && { temporalCoverage: `${first}-01-01/..` }),
    variableMeasured: ['min_price', 'max_price'],
    distribution: files.map(({ year, kind, type }) => ({
      '@type': 'DataDownload',
      name: String(year),
      encodingFormat: type,
      contentUrl: `${originOf(frame)}/api/v1/years/${year}/prices.${kind}`,
    })),
  };
}

interface OffersProps {
  data: OpenDataPageData;
  translator: Translator;
}

function Offers({ data, translator }: OffersProps) {
  const { language, t } = translator;
  const { latest, years } = data;
  return (
    <>
      {latest === null && <p>{t('openData.have.none')}</p>}
      <dl className="offers">
        {listOffers(data, language).map(({ what, address }) => (
          <div key={what}>
            <dt>{t(what)}</dt>
            <dd>
              <a href={address}>
                <code>{address}</code>
              </a>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('openData.have.mcp')}</dt>
          <dd>
            <code>{MCP_PATH}</code>
          </dd>
        </div>
        {years.length > 0 && (
          <div>
            <dt>{t('openData.have.years')}</dt>
            <dd>
              <a href="/api/v1/years">
                <code>/api/v1/years</code>
              </a>
            </dd>
            {years.toReversed().map((year) => (
              <YearFiles key={year} year={year} />
            ))}
          </div>
        )}
      </dl>
    </>
  );
}

interface Offer {
  what: SiteMessageKey;
  address: string;
}

function listOffers({ latest, productCode, years }: OpenDataPageData, language: Language): Offer[] {
  const offers: (Offer | false)[] = [
    latest !== null && { what: 'openData.have.day', address: `/api/v1/prices?date=${latest}` },
    { what: 'openData.have.products', address: '/api/v1/products' },
    productCode !== null && { what: 'openData.have.history', address: `/api/v1/products/${productCode}/prices` },
    latest !== null && {
      what: 'openData.have.corrections',
      address: `/api/v1/corrections?since=${years.at(-1)}-01-01`,
    },
    { what: 'openData.have.arrivals', address: '/api/v1/arrivals' },
    { what: 'openData.have.whole', address: '/api/v1/prices.csv.gz' },
    { what: 'openData.have.parquet', address: '/api/v1/prices.parquet' },
    { what: 'openData.have.days', address: '/api/v1/days' },
    { what: 'openData.have.datapackage', address: '/api/v1/datapackage.json' },
    { what: 'openData.have.dcat', address: '/api/v1/dcat.jsonld' },
    { what: 'openData.have.croissant', address: '/api/v1/croissant.json' },
    { what: 'openData.have.news', address: `/api/v1/feeds/${language}/publications.atom` },
    { what: 'openData.have.docs', address: '/api/docs' },
  ];
  return offers.filter((offer) => offer !== false);
}

function YearFiles({ year }: { year: number }) {
  const folder = `/api/v1/years/${year}`;
  return (
    <dd className="year">
      <span aria-hidden="true">{year}</span>
      <a href={`${folder}/prices.csv`} aria-label={`CSV ${year}`}>
        CSV
      </a>
      <a href={`${folder}/prices.json`} download={`prices-${year}.json`} aria-label={`JSON ${year}`}>
        JSON
      </a>
    </dd>
  );
}
