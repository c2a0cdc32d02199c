import type { ReactNode } from 'react';
import type { PageFrame, ShownPicture } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { Slides } from '../rotation/slides.tsx';
import { type Drawing, HomePicture, pictureSlides } from './picture.tsx';
import carrots from './pictures/carrots.svg?no-inline';
import leeks from './pictures/leeks-and-beans.svg?no-inline';
import pumpkins from './pictures/pumpkins-and-bananas.svg?no-inline';
import tomatoes from './pictures/tomatoes-and-brinjals.svg?no-inline';

/** Specification 1, section 9. */
const SECONDS = 4;

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
  speech: Translator;
}

export function Hero({ centre, text, slides, prices, news, speech }: HeroProps) {
  const { language, t } = speech;
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
            slides={pictureSlides(slides, CROPS, speech).map(({ key, picture }, index) => ({
              key,
              content: <HomePicture picture={picture} isFirst={index === 0} />,
            }))}
            seconds={SECONDS}
            className="pictures"
            speech={speech}
          />
        </div>
      </div>
    </section>
  );
}
