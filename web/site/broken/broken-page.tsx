import { inLanguage } from '#contract/languages.ts';
import type { PageProps } from '../page-props.ts';

export function BrokenPage({ frame, speech: { language, t } }: PageProps<'broken'>) {
  return (
    <main id="main" className="wrap brief" tabIndex={-1}>
      <h1>{t('broken.title')}</h1>
      <p className="lead">{t('broken.text')}</p>
      <p>
        <a className="button accent" href={inLanguage(language, frame.path)}>
          {t('broken.retry')}
        </a>
      </p>
    </main>
  );
}
