import { useState } from 'react';
import type { HomePageData, NewsItem } from '#contract/site.ts';
import { formatCount, formatMoment } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import chips from '../chips.css?inline';
import newsStyles from '../news/news.css?inline';
import { NewsCarousel } from '../news/news-carousel.tsx';
import { NewsDialog } from '../news/news-dialog.tsx';
import newsDialogs from '../news/news-dialogs.css?inline';
import { NewsPanel } from '../news/news-panel.tsx';
import { type PageProps, page, pictureOfDay } from '../page.ts';
import slides from '../rotation/slides.css?inline';
import { describeMarket, describeWebsite } from '../seo/structured-data.ts';
import shell from '../shell/shell.css?inline';
import { Hero } from './hero.tsx';
import homeStyles from './home.css?inline';
import { LatestPrices } from './latest-prices.tsx';
import { MarketFacts } from './market-facts.tsx';
import { MarketOperations } from './market-operations.tsx';
import { Services } from './services.tsx';
import { VisionAndMission } from './vision-and-mission.tsx';

export const homePage = page({
  show: HomePage,
  path: '/',
  query: ['news'],
  texts: ['home', 'news', 'changes'],
  styles: [base, shell, slides, chips, newsStyles, newsDialogs, homeStyles],
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

export function HomePage({ data, frame, speech }: PageProps<'home'>) {
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
            <LatestPrices latest={data.latest} speech={speech} />
            <LorriesToday lorries={data.lorries} speech={speech} />
          </div>
        }
        news={<NewsPanel publications={publications} open={open} speech={speech} />}
        speech={speech}
      />
      <NewsCarousel publications={publications} newsType={data.newsType} open={open} speech={speech} />
      <MarketFacts own={own} speech={speech} />
      <MarketOperations centre={frame.centre} text={own.market} slides={data.marketSlides} speech={speech} />
      <VisionAndMission own={own} speech={speech} />
      <Services services={data.services} text={own.services} speech={speech} />
      <NewsDialog publication={opened} close={() => open(undefined)} speech={speech} />
    </main>
  );
}

function LorriesToday({ lorries, speech: { t } }: { lorries: HomePageData['lorries']; speech: Translator }) {
  if (lorries === null) return null;
  return (
    <p className="wrap lorries-today">
      <b>{t('home.lorries', { count: formatCount(lorries.count) })}</b>{' '}
      <time dateTime={lorries.asOf}>{t('home.lorriesAsOf', { time: formatMoment(lorries.asOf, t) })}</time>
    </p>
  );
}
