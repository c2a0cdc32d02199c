import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { Slides } from '../rotation/slides.tsx';
import { HomePicture, type PictureFile } from './picture.tsx';
import carrots from './pictures/carrots.svg?no-inline';
import leeks from './pictures/leeks-and-beans.svg?no-inline';
import pumpkins from './pictures/pumpkins-and-bananas.svg?no-inline';
import tomatoes from './pictures/tomatoes-and-brinjals.svg?no-inline';

/** Specification 1, section 9. */
const SECONDS = 4;

const CROPS: readonly PictureFile[] = [
  { file: carrots, alt: 'home.crops.carrots' },
  { file: leeks, alt: 'home.crops.leeks' },
  { file: tomatoes, alt: 'home.crops.tomatoes' },
  { file: pumpkins, alt: 'home.crops.pumpkins' },
];

export function Hero({ centre, speech }: { centre: PageFrame['centre']; speech: Translator }) {
  const { language, t } = speech;
  return (
    <section className="hero">
      <div className="wrap">
        <div>
          <h1>{t('home.welcome', { centre: centre.name[language] })}</h1>
          <p>{t('home.description')}</p>
          <a className="button accent" href={inLanguage(language, '/home-dailyprice')}>
            {t('home.seePrices')}
          </a>
        </div>
        <Slides
          label={t('home.crops')}
          slides={CROPS.map((crop, index) => ({
            key: crop.alt,
            content: <HomePicture picture={crop} isFirst={index === 0} speech={speech} />,
          }))}
          seconds={SECONDS}
          className="pictures"
          speech={speech}
        />
      </div>
    </section>
  );
}
