import { useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { HomePageData, NewsItem } from '#contract/site.ts';
import { formatCount, formatMoment } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { NewsCarousel } from '../news/news-carousel.tsx';
import { NewsDialog } from '../news/news-dialog.tsx';
import { NewsList } from '../news/news-list.tsx';
import { NewsPanel } from '../news/news-panel.tsx';
import type { PageProps } from '../page-props.ts';
import { Hero } from './hero.tsx';
import { LatestPrices } from './latest-prices.tsx';
import { MarketFacts } from './market-facts.tsx';
import { MarketOperations } from './market-operations.tsx';
import { Services } from './services.tsx';
import { VisionAndMission } from './vision-and-mission.tsx';

export function HomePage({ data, frame, speech }: PageProps<'home'>) {
  const [opened, open] = useState<NewsItem>();
  const { publications, own } = data;
  return (
    <main id="main" tabIndex={-1}>
      <Hero centre={frame.centre} text={own.home} slides={data.slides} speech={speech} />
      <LorriesToday lorries={data.lorries} speech={speech} />
      <div className="wrap at-a-glance">
        <LatestPrices latest={data.latest} speech={speech} />
        <RecentNews publications={publications} open={open} speech={speech} />
      </div>
      <MarketFacts own={own} speech={speech} />
      <MarketOperations centre={frame.centre} text={own.market} slides={data.marketSlides} speech={speech} />
      <VisionAndMission own={own} speech={speech} />
      <Services services={data.services} text={own.services} speech={speech} />
      <NewsCarousel publications={publications} newsType={data.newsType} open={open} speech={speech} />
      <NewsPanel publications={publications} open={open} speech={speech} />
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

interface RecentNewsProps {
  publications: readonly NewsItem[];
  open: (publication: NewsItem) => void;
  speech: Translator;
}

const RECENT = 4;

function RecentNews({ publications, open, speech }: RecentNewsProps) {
  const { language, t } = speech;
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">{t('news.recent')}</h2>
      {publications.length === 0 ? (
        <p>{t('news.noRecent')}</p>
      ) : (
        <>
          <NewsList publications={publications.slice(0, RECENT)} heading="h3" open={open} speech={speech} />
          <a className="button" href={inLanguage(language, '/news')}>
            {t('news.all')}
          </a>
        </>
      )}
    </section>
  );
}
