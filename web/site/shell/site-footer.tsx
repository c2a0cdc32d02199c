import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { telephone } from '#contract/telephone.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { NotEntered } from './not-entered.tsx';
import { type PageLink, PhoneSign } from './site-header.tsx';

interface FooterProps {
  frame: PageFrame;
  links: readonly PageLink[];
  translator: Translator;
}

export function SiteFooter({ frame, links, translator }: FooterProps) {
  const { t } = translator;
  const { centre, language } = frame;
  return (
    <footer className="bottom">
      <div className="wrap bottom-columns">
        <section>
          <h2>{t('shell.office')}</h2>
          <p>
            <b>{centre.name[language]}</b>
          </p>
          {centre.address[language] !== '' && <p>{centre.address[language]}</p>}
          <ul className="bottom-links">
            {centre.officePhones.map((phone) => (
              <li key={phone}>
                <a href={telephone(phone)}>{phone}</a>
              </li>
            ))}
            {centre.email !== '' && (
              <li>
                <a href={`mailto:${centre.email}`}>{centre.email}</a>
              </li>
            )}
          </ul>
          {centre.officePhones.length === 0 && <NotEntered what="shell.phones" translator={translator} />}
          {centre.email === '' && <NotEntered what="shell.email" translator={translator} />}
        </section>
        {centre.socialLinks.length === 0 ? (
          <NotEntered what="shell.links" translator={translator} />
        ) : (
          <section>
            <h2>{t('shell.follow')}</h2>
            <ul className="bottom-links">
              {centre.socialLinks.map((link) => (
                <li key={link.url}>
                  <a href={link.url} rel="noopener noreferrer" lang="en">
                    {link.name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <ul className="bottom-places">
            {links.map(({ path, text }) => (
              <li key={path}>
                <a href={inLanguage(language, path)}>{t(text)}</a>
              </li>
            ))}
            <li>
              <a href="/login" rel="nofollow">
                {t('shell.staff')}
              </a>
            </li>
          </ul>
        </section>
      </div>
      {centre.hotline !== '' && (
        <a className="call-center" href={telephone(centre.hotline)}>
          <PhoneSign />
          <span>{t('shell.callCenter')}</span>
        </a>
      )}
    </footer>
  );
}
