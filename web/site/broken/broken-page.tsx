import { inLanguage } from '#contract/languages.ts';
import type { PageProps } from '../page-props.ts';

/** What stands in for a page that could not be made: the market's telephones, and the way to the same address again. */
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
