import { day } from '#billing/calendar.ts';
import type { PageFrame, ShownPicture } from '#contract/site.ts';
import { formatPlainDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { openingHoursOf } from '../opening-hours.ts';
import { Slides } from '../rotation/slides.tsx';
import { type Drawing, HomePicture, pictureSlides } from './picture.tsx';
import lorry from './pictures/lorry-at-dawn.svg?no-inline';
import night from './pictures/market-at-night.svg?no-inline';
import stalls from './pictures/row-of-stalls.svg?no-inline';
import scales from './pictures/weighing-sacks.svg?no-inline';

/** Specification 1, sections 1 and 9. */
const OPENED = day('1999-04-01');
const STALLS = 144;
const SECONDS = 5;

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
  speech: Translator;
}

export function MarketOperations({ centre, text, slides, speech }: OperationsProps) {
  const { t } = speech;
  const hours = openingHoursOf(centre, speech);
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
        slides={pictureSlides(slides, SCENES, speech).map(({ key, picture }) => ({
          key,
          content: <HomePicture picture={picture} />,
        }))}
        seconds={SECONDS}
        className="pictures"
        speech={speech}
      />
    </section>
  );
}
