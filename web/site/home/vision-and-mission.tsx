import type { OwnTexts } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { Slides } from '../rotation/slides.tsx';

const SECONDS = 4;

const STATEMENTS: readonly SiteMessageKey[] = [
  'home.mission.1',
  'home.mission.2',
  'home.mission.3',
  'home.mission.4',
  'home.mission.5',
  'home.mission.6',
];

export function VisionAndMission({ own, speech }: { own: OwnTexts; speech: Translator }) {
  const { t } = speech;
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
            speech={speech}
          />
        </section>
      </div>
    </div>
  );
}
