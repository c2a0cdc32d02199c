import { inLanguage } from '#contract/languages.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';

export const brokenPage = page({
  show: BrokenPage,
  styles: [base, shell],
  title: ({ t }) => t('broken.title'),
  status: 500,
  // Switching to the reader's preferred language would request the page that could not be rendered.
  isFixedLanguage: true,
});

function BrokenPage({ frame, translator: { language, t } }: PageProps<'broken'>) {
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
