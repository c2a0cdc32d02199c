import { inLanguage } from '#contract/languages.ts';
import { QrCode } from '../../documents/qr-code.tsx';
import type { PageProps } from '../page-props.ts';
import { posterPaper } from './poster-paper.ts';

/** One A4 sheet in three languages. It has no script: the browser prints it, or the PDF. */
export function PosterPage({ frame, speech: { language, t } }: PageProps<'print-poster'>) {
  const { publicUrl } = frame;
  if (publicUrl === null) return null;
  const { parts, address, host } = posterPaper({ ...frame, publicUrl });
  const mark = (lang: string) => (lang === language ? undefined : lang);
  return (
    <main id="main">
      <p className="controls">
        <a href={inLanguage(language, '/home-dailyprice')}>{t('poster.back')}</a>
        <a href="/poster.pdf" download>
          {t('poster.download')}
        </a>
      </p>
      <section className="sheet poster">
        <h1 className="hidden-title">{t('poster.name')}</h1>
        {parts.map(({ language: lang, market, title }) => (
          <div key={lang} lang={mark(lang)}>
            <p className="poster-market">{market}</p>
            <p className="poster-title">{title}</p>
          </div>
        ))}
        <QrCode text={address} label={t('poster.code', { host })} side="95mm" />
        {parts.map(({ language: lang, text }) => (
          <p key={lang} lang={mark(lang)}>
            {text}
          </p>
        ))}
        <p className="poster-host">{host}</p>
      </section>
    </main>
  );
}
