import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { telephone } from '#contract/telephone.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { LanguageLinks } from './language-links.tsx';
import { NotEntered } from './not-entered.tsx';

export interface PageLink {
  path: string;
  text: SiteMessageKey;
}

interface HeaderProps {
  frame: PageFrame;
  links: readonly PageLink[];
  path: string | undefined;
  translator: Translator;
}

export function SiteHeader({ frame, links, path, translator }: HeaderProps) {
  const { t } = translator;
  const { centre, language } = frame;
  return (
    <>
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      <header className="top">
        <div className="hotline-bar">
          <div className="wrap">
            {centre.hotline === '' ? (
              <NotEntered what="shell.hotline" translator={translator} />
            ) : (
              <a className="hotline" href={telephone(centre.hotline)}>
                <PhoneSign />
                <span className="hotline-word">{t('shell.hotline')}</span> <b>{centre.hotline}</b>
              </a>
            )}
            <LanguageLinks frame={frame} label={t('shell.languages')} />
          </div>
        </div>
        <div className="masthead wrap">
          <a className="brand" href={inLanguage(language, '/')}>
            <img src="/icon.svg" alt="" width="44" height="44" />
            <span>
              <b>{centre.name[language]}</b> <small>{centre.place[language]}</small>
            </span>
          </a>
          <nav className="pages" aria-label={t('shell.pages')}>
            {links.map((link) => (
              <a
                key={link.path}
                href={inLanguage(language, link.path)}
                aria-current={link.path === path ? 'page' : undefined}
              >
                {t(link.text)}
              </a>
            ))}
          </nav>
        </div>
      </header>
    </>
  );
}

export function PhoneSign() {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M6.6 3.2c.6-.3 1.3-.1 1.7.5l2 3.200c.4.6.3 1.400-.2 1.900L8.700 10.200c1.200 2.200 2.900 3.900 5.100 5.100l1.400-1.400c.5-.5 1.300-.6 1.900-.2l3.200 2c.6.4.8 1.100.5 1.700-.7 1.900-2.200 3.400-4.100 3.400C9.600 20.800 3.200 14.400 3.200 7.300c0-1.900 1.500-3.400 3.400-4.100z"
      />
    </svg>
  );
}
