import { day } from '#billing/calendar.ts';
import { formatPlainDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { Slides } from '../rotation/slides.tsx';
import { HomePicture, type PictureFile } from './picture.tsx';
import lorry from './pictures/lorry-at-dawn.svg?no-inline';
import night from './pictures/market-at-night.svg?no-inline';
import stalls from './pictures/row-of-stalls.svg?no-inline';
import scales from './pictures/weighing-sacks.svg?no-inline';

/** Specification 1, sections 1 and 9. */
const OPENED = day('1999-04-01');
const STALLS = 144;
const SECONDS = 5;

const SCENES: readonly PictureFile[] = [
  { file: lorry, alt: 'home.market.lorry' },
  { file: scales, alt: 'home.market.scales' },
  { file: stalls, alt: 'home.market.stalls' },
  { file: night, alt: 'home.market.night' },
];

export function MarketOperations({ speech }: { speech: Translator }) {
  const { t } = speech;
  return (
    <section className="wrap operations" aria-labelledby="operations">
      <div>
        <h2 id="operations">{t('home.operations')}</h2>
        <p>{t('home.operations.opened', { date: formatPlainDay(OPENED, t), stalls: STALLS })}</p>
        <p>{t('home.operations.day')}</p>
        <p>{t('home.operations.prices')}</p>
      </div>
      <Slides
        label={t('home.market')}
        slides={SCENES.map((scene) => ({
          key: scene.alt,
          content: <HomePicture picture={scene} speech={speech} />,
        }))}
        seconds={SECONDS}
        className="pictures"
        speech={speech}
      />
    </section>
  );
}
