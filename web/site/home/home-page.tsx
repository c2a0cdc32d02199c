import { useState } from 'react';
import type { NewsItem } from '#contract/site.ts';
import { NewsCarousel } from '../news/news-carousel.tsx';
import { NewsDialog } from '../news/news-dialog.tsx';
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
      <Hero
        centre={frame.centre}
        text={own.home}
        slides={data.slides}
        prices={<LatestPrices latest={data.latest} speech={speech} />}
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
