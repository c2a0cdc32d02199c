import type { Language } from '#contract/languages.ts';
import { MCP_PATH } from '#contract/open-data.ts';
import type { OpenDataPageData } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

interface OffersProps {
  data: OpenDataPageData;
  speech: Translator;
}

export function Offers({ data, speech }: OffersProps) {
  const { language, t } = speech;
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
