import { type ReactNode, useState } from 'react';
import { day } from '#billing/calendar.ts';
import { formatDay, formatMoment, formatPlainDay } from '#contract/days.ts';
import { writeCount } from '#contract/figures.ts';
import { inLanguage } from '#contract/languages.ts';
import type {
  HomePageData,
  NewsItem,
  OwnTexts,
  PageFrame,
  ShownComparison,
  ShownPicture,
  ShownPrice,
} from '#contract/site.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import chips from '../chips.css?inline';
import newsStyles from '../news/news.css?inline';
import { NewsCarousel } from '../news/news-carousel.tsx';
import { NewsDialog } from '../news/news-dialog.tsx';
import newsDialogs from '../news/news-dialogs.css?inline';
import { NewsPanel } from '../news/news-panel.tsx';
import { nextOpenDay, openingHoursOf, openingTimeOf } from '../opening-hours.ts';
import { type PageProps, page, pictureOfDay } from '../page.ts';
import { ChangeLine, changeText } from '../price-change.tsx';
import { PriceShape } from '../price-shape.tsx';
import { ProductName } from '../product-name.tsx';
import slides from '../rotation/slides.css?inline';

import { Slides } from '../rotation/slides.tsx';
import { describeMarket, describeWebsite } from '../seo/structured-data.ts';
import shell from '../shell/shell.css?inline';
import homeStyles from './home.css?inline';
import { MarketFacts } from './market-facts.tsx';
import nationalStyles from './national.css?inline';
import { NationalPriceList } from './national-prices.tsx';
import carrots from './pictures/carrots.svg?no-inline';
import leeks from './pictures/leeks-and-beans.svg?no-inline';
import lorry from './pictures/lorry-at-dawn.svg?no-inline';
import night from './pictures/market-at-night.svg?no-inline';
import pumpkins from './pictures/pumpkins-and-bananas.svg?no-inline';
import stalls from './pictures/row-of-stalls.svg?no-inline';
import tomatoes from './pictures/tomatoes-and-brinjals.svg?no-inline';
import scales from './pictures/weighing-sacks.svg?no-inline';
import { Services } from './services.tsx';

/** The day on which the market opened (specification 1, sections 1 and 9). */
const OPENED = day('1999-04-01');
const STALLS = 144;
const MARKET_OPERATIONS_SECONDS = 5;

const SCENES: readonly Drawing[] = [
  { file: lorry, alt: 'home.market.lorry' },
  { file: scales, alt: 'home.market.scales' },
  { file: stalls, alt: 'home.market.stalls' },
  { file: night, alt: 'home.market.night' },
];

interface OperationsProps {
  centre: PageFrame['centre'];
  text: string;
  slides: readonly ShownPicture[];
  translator: Translator;
}

function MarketOperations({ centre, text, slides, translator }: OperationsProps) {
  const { t } = translator;
  const hours = openingHoursOf(centre, translator);
  return (
    <section className="wrap operations" aria-labelledby="operations">
      <div>
        <h2 id="operations">{t('home.operations')}</h2>
        {text === '' ? (
          <>
            <p>{`${t('home.operations.opened', { date: formatPlainDay(OPENED, t), stalls: STALLS })} ${hours}`}</p>
            <p>{t('home.operations.day')}</p>
            <p>{t('home.operations.prices')}</p>
          </>
        ) : (
          <>
            <p className="own-text">{text}</p>
            <p className="own-text">{hours}</p>
          </>
        )}
      </div>
      <Slides
        label={t('home.market')}
        slides={pictureSlides(slides, SCENES, translator).map(({ key, picture }) => ({
          key,
          content: <HomePicture picture={picture} />,
        }))}
        seconds={MARKET_OPERATIONS_SECONDS}
        className="pictures"
        translator={translator}
      />
    </section>
  );
}

/** The time for which a slide is shown (specification 1, section 9). */
const HERO_SECONDS = 4;

const CROPS: readonly Drawing[] = [
  { file: carrots, alt: 'home.crops.carrots' },
  { file: leeks, alt: 'home.crops.leeks' },
  { file: tomatoes, alt: 'home.crops.tomatoes' },
  { file: pumpkins, alt: 'home.crops.pumpkins' },
];

interface HeroProps {
  centre: PageFrame['centre'];
  text: string;
  slides: readonly ShownPicture[];
  prices: ReactNode;
  news: ReactNode;
  translator: Translator;
}

function Hero({ centre, text, slides, prices, news, translator }: HeroProps) {
  const { language, t } = translator;
  return (
    <section className="hero">
      <div className="wrap">
        <h1>{t('home.welcome', { centre: centre.name[language] })}</h1>
        {prices}
        <div className="hero-more">
          <p className="own-text">{text || t('home.description')}</p>
          {news}
          <Slides
            label={t('home.crops')}
            slides={pictureSlides(slides, CROPS, translator).map(({ key, picture }, index) => ({
              key,
              content: <HomePicture picture={picture} isFirst={index === 0} />,
            }))}
            seconds={HERO_SECONDS}
            className="pictures"
            translator={translator}
          />
        </div>
      </div>
    </section>
  );
}

const SECONDS = 4;

const STATEMENTS: readonly SiteMessageKey[] = [
  'home.mission.1',
  'home.mission.2',
  'home.mission.3',
  'home.mission.4',
  'home.mission.5',
  'home.mission.6',
];

function VisionAndMission({ own, translator }: { own: OwnTexts; translator: Translator }) {
  const { t } = translator;
  const statements = own.mission.length > 0 ? own.mission : STATEMENTS.map((key) => t(key));
  return (
    <div className="aims">
      <div className="wrap">
        <section aria-labelledby="vision">
          <h2 id="vision">{t('home.vision')}</h2>
          <p className="vision-text own-text">{own.vision || t('home.vision.text')}</p>
        </section>
        <section aria-labelledby="mission">
          <h2 id="mission">{t('home.mission')}</h2>
          <Slides
            label={t('home.mission')}
            slides={statements.map((statement, index) => ({
              key: statement,
              content: (
                <p>
                  <span className="mission-number">{index + 1}</span>
                  {statement}
                </p>
              ),
            }))}
            seconds={SECONDS}
            className="mission"
            translator={translator}
          />
        </section>
      </div>
    </div>
  );
}

export const homePage = page({
  show: HomePage,
  path: '/',
  query: ['news'],
  texts: ['home', 'news'],
  styles: [base, shell, slides, chips, newsStyles, newsDialogs, homeStyles, nationalStyles],
  title: ({ frame, language }) => frame.centre.place[language],
  description: ({ data, t }) => data.own.home || t('home.description'),
  indexed: 'newest-list',
  picture: ({ latest }) => pictureOfDay(latest?.date),
  structuredData: (told) => [describeWebsite(told), describeMarket(told)],
  navigation: { top: 'nav.home' },
  hasNewsFeed: true,
  hydrated: true,
  hasArrivals: true,
});

export function HomePage({ data, frame, translator }: PageProps<'home'>) {
  const [opened, open] = useState<NewsItem>();
  const { publications, own } = data;
  return (
    <main id="main" tabIndex={-1}>
      <Hero
        centre={frame.centre}
        text={own.home}
        slides={data.slides}
        prices={
          <div>
            {data.national ? (
              <NationalPriceList national={data.national} translator={translator} />
            ) : (
              <LatestPrices latest={data.latest} hasCentres={frame.hasCentres} translator={translator} />
            )}
            {data.opensNext !== null && <p className="open-next">{nextOpenDay(data.opensNext, translator)}</p>}
            <LorriesToday lorries={data.lorries} translator={translator} />
          </div>
        }
        news={<NewsPanel publications={publications} open={open} translator={translator} />}
        translator={translator}
      />
      <NewsCarousel publications={publications} newsType={data.newsType} open={open} translator={translator} />
      <MarketFacts own={own} openingTime={openingTimeOf(frame.centre, translator)} translator={translator} />
      <MarketOperations centre={frame.centre} text={own.market} slides={data.marketSlides} translator={translator} />
      <VisionAndMission own={own} translator={translator} />
      <Services
        services={data.services.filter(({ icon }) => icon !== 'phone' || frame.centre.hotline !== '')}
        text={own.services}
        translator={translator}
      />
      <NewsDialog publication={opened} close={() => open(undefined)} translator={translator} />
    </main>
  );
}

function LorriesToday({ lorries, translator: { t } }: { lorries: HomePageData['lorries']; translator: Translator }) {
  if (lorries === null) return null;
  return (
    <p className="wrap lorries-today">
      <b>{t('home.lorries', { count: writeCount(lorries.count) })}</b>{' '}
      <time dateTime={lorries.asOf}>{t('home.lorriesAsOf', { time: formatMoment(lorries.asOf, t) })}</time>
    </p>
  );
}

interface LatestPricesProps {
  latest: HomePageData['latest'];
  hasCentres: boolean;
  translator: Translator;
}

function LatestPrices({ latest, hasCentres, translator }: LatestPricesProps) {
  const { language, t } = translator;
  return (
    <section className="latest" aria-labelledby="latest">
      <h2 id="latest">{t('home.latest')}</h2>
      {latest === null ? (
        <p>{t('home.noPrices')}</p>
      ) : (
        <>
          <p className="latest-day">{t('prices.of', { date: formatDay(latest.date, t) })}</p>
          <ul className="short-list">
            {latest.rows.map((price) => (
              <ShortPrice
                key={price.product_id}
                price={price}
                comparison={latest.comparisons[price.product_id]}
                translator={translator}
              />
            ))}
          </ul>
          {Object.keys(latest.comparisons).length > 0 && <p className="of-middle">{t('change.middle')}</p>}
          <a className="button" href={inLanguage(language, `/home-dailyprice?date=${latest.date}`)}>
            {t('home.wholeList', { count: latest.count })}
          </a>
          {hasCentres && (
            <a className="button" href={inLanguage(language, '/where-to-sell')}>
              {t('home.whereToSell')}
            </a>
          )}
        </>
      )}
    </section>
  );
}

interface ShortPriceProps {
  price: ShownPrice;
  comparison: ShownComparison | undefined;
  translator: Translator;
}

function ShortPrice({ price, comparison, translator }: ShortPriceProps) {
  const { language, t } = translator;
  const { product } = price;
  return (
    <li>
      <a href={inLanguage(language, `/product/${product.id}/chart`)}>
        <ProductName product={product} language={language} />
      </a>
      {comparison && comparison.shape !== '' && <PriceShape path={comparison.shape} />}
      <span className="short-figure">
        <span className="currency">{t('money.currency')}</span>
        {` ${formatRange(price.minCents, price.maxCents, t)} `}
        <span className="unit">{t(`unit.${product.unit}`)}</span>
      </span>
      {comparison && (
        <ChangeLine comparison={comparison} text={changeText(comparison, null, translator)} translator={translator} />
      )}
    </li>
  );
}

interface Drawing {
  file: string;
  alt: SiteMessageKey;
}

function pictureSlides(
  own: readonly ShownPicture[],
  drawings: readonly Drawing[],
  { t }: Translator,
): { key: string; picture: ShownPicture }[] {
  const shown = own.length > 0 ? own : drawings.map(({ file, alt }) => ({ file, alt: t(alt) }));
  return shown.map((picture, index) => ({ key: `${index} ${picture.file}`, picture }));
}

interface PictureProps {
  picture: ShownPicture;
  isFirst?: boolean;
}

function HomePicture({ picture: { file, alt }, isFirst = false }: PictureProps) {
  return (
    <img
      src={file}
      alt={alt}
      width="640"
      height="480"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'low'}
      decoding="async"
    />
  );
}
