import { useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import { NEWS_OF_EACH_TYPE, type NewsItem, type NewsType } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { Slides } from '../rotation/slides.tsx';
import { useMedia } from '../rotation/use-media.ts';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import { homeNewsPath, newsPath } from './news-address.ts';
import { NewsWords } from './news-list.tsx';
import { NewsPicture } from './news-parts.tsx';
import { TypeChips } from './type-chips.tsx';

const SECONDS = 3;
/**
 * If there are no more slides than this, the first slides are not repeated after the last one (specification 2, section
 * 9).
 */
const MOST_WITHOUT_ROUND = 3;
const PLACE = 'economic-center-news';

interface NewsCarouselProps {
  publications: readonly NewsItem[];
  newsType: NewsType;
  open: (publication: NewsItem) => void;
  translator: Translator;
}

export function NewsCarousel({ publications, newsType, open, translator }: NewsCarouselProps) {
  const [type, setType] = useState(newsType);
  const visible = useVisible();
  const { language, t } = translator;
  const fitting = publications.filter((one) => type === 'all' || one.type === type).slice(0, NEWS_OF_EACH_TYPE);
  const choose = (next: NewsType) => {
    setType(next);
    history.replaceState(null, '', inLanguage(language, homeNewsPath(next)));
    pointLanguagesAt(homeNewsPath(next));
  };
  return (
    <section className="carousel-part" aria-labelledby={PLACE}>
      <div className="wrap">
        <h2 id={PLACE}>{t('news.carousel')}</h2>
        <TypeChips
          chosen={type}
          pathOf={(one) => `${homeNewsPath(one)}#${PLACE}`}
          choose={choose}
          translator={translator}
        />
        {fitting.length === 0 ? (
          <p className="carousel-none">{t('news.none')}</p>
        ) : (
          <Slides
            key={type}
            label={t('news.carousel')}
            slides={fitting.map((publication) => ({
              key: publication.id,
              content: (
                <article className="news-slide">
                  <NewsPicture publication={publication} translator={translator} />
                  <NewsWords publication={publication} heading="h3" open={open} translator={translator} />
                </article>
              ),
            }))}
            seconds={SECONDS}
            visible={visible}
            isRound={fitting.length > MOST_WITHOUT_ROUND}
            hasArrows
            hasLinks
            className="carousel"
            translator={translator}
          />
        )}
        <a className="button" href={inLanguage(language, newsPath(type))}>
          {t('news.all')}
        </a>
      </div>
    </section>
  );
}

function useVisible(): number {
  const isWide = useMedia('(min-width: 1024px)', true);
  const isMiddle = useMedia('(min-width: 640px)', true);
  if (isWide) return 3;
  return isMiddle ? 2 : 1;
}
