import type { PosterPaper } from '#contract/documents/poster-paper.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { QrCode } from '../../documents/qr-code.tsx';
import printStyles from '../daily-prices/print-prices.css?inline';
import { type PageProps, page } from '../page.ts';
import posterStyles from './poster.css?inline';
import { posterPaper } from './poster-paper.ts';

export const posterPage = page({
  show: PosterPage,
  path: '/print/poster',
  texts: ['poster'],
  styles: [printStyles, posterStyles],
  title: ({ t }) => t('poster.name'),
  isBare: 'paper',
  isFixedLanguage: true,
});

/** One A4 sheet in three languages. It has no script: the reader prints it with the browser, or downloads the PDF. */
function PosterPage({ frame, translator: { language, t } }: PageProps<'print-poster'>) {
  const { publicUrl } = frame;
  return (
    <main id="main">
      <p className="controls">
        <a href={inLanguage(language, '/home-dailyprice')}>{t('poster.back')}</a>
        {publicUrl !== null && (
          <a href="/poster.pdf" download>
            {t('poster.download')}
          </a>
        )}
      </p>
      <h1 className="hidden-title">{t('poster.name')}</h1>
      {publicUrl === null ? (
        <p className="none">{t('poster.noAddress')}</p>
      ) : (
        <Poster paper={posterPaper({ ...frame, publicUrl })} language={language} t={t} />
      )}
    </main>
  );
}

interface PosterProps extends Translator {
  paper: PosterPaper;
}

function Poster({ paper: { parts, address, host }, language, t }: PosterProps) {
  const mark = (lang: Language) => (lang === language ? undefined : lang);
  return (
    <section className="sheet poster">
      {parts.map(({ language: lang, market, title }) => (
        <div key={lang} lang={mark(lang)}>
          <p className="poster-market">{market}</p>
          <p className="poster-title">{title}</p>
        </div>
      ))}
      <QrCode text={address} label={t('poster.code', { host })} side="115mm" />
      {parts.map(({ language: lang, text }) => (
        <p key={lang} lang={mark(lang)}>
          {text}
        </p>
      ))}
      <p className="poster-host">{host}</p>
    </section>
  );
}
