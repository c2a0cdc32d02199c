import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { telephone } from '#contract/telephone.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { openingHoursOf } from '../opening-hours.ts';
import { type PageProps, page } from '../page.ts';
import { describeMarket } from '../seo/structured-data.ts';
import shell from '../shell/shell.css?inline';
import contactStyles from './contact.css?inline';
import { MapPlace } from './map-place.tsx';
import { WeatherCard } from './weather-card.tsx';

export const contactPage = page({
  show: ContactPage,
  path: '/contact',
  texts: ['contact'],
  styles: [base, shell, contactStyles],
  title: ({ t }) => t('contact.title'),
  description: ({ centre, t }) => t('contact.description', { centre }),
  indexed: 'page',
  structuredData: (told) => [describeMarket(told)],
  navigation: { top: 'nav.contact' },
  hydrated: true,
  showsMap: true,
});

export function ContactPage({ data, frame, speech }: PageProps<'contact'>) {
  const { language, t } = speech;
  const { centre } = frame;
  return (
    <main id="main" className="wrap contact" tabIndex={-1}>
      <h1>{t('contact.title')}</h1>
      <p className="lead">{t('contact.intro')}</p>
      <div className="contact-cards">
        <section className="card">
          <h2>{t('contact.phone')}</h2>
          <Phones phones={[centre.hotline]} label={t('shell.hotline')} />
          <Phones phones={centre.officePhones} label={t('shell.office')} />
        </section>
        <Branches centre={centre} speech={speech} />
        <section className="card">
          <h2>{t('contact.address')}</h2>
          <address>
            <b>{centre.name[language]}</b>
            <br />
            {centre.address[language]}
          </address>
          <h2>{t('contact.email')}</h2>
          <p>
            <a href={`mailto:${centre.email}`}>{centre.email}</a>
          </p>
        </section>
        <section className="card">
          <h2>{t('contact.hours')}</h2>
          <p className="own-text">{openingHoursOf(centre, speech)}</p>
          <p>
            <a href={inLanguage(language, '/calendar')}>{t('contact.calendar')}</a>
          </p>
        </section>
        <WeatherCard place={centre.place[language]} speech={speech} />
      </div>
      <MapPlace mapAddress={data.mapAddress} centre={centre} speech={speech} />
    </main>
  );
}

function Branches({ centre, speech: { language, t } }: { centre: PageFrame['centre']; speech: Translator }) {
  if (centre.branchPhones.length === 0) return null;
  return (
    <section className="card">
      <h2>{t('contact.branches')}</h2>
      {centre.branchPhones.map(({ branch, phones }) => (
        <Phones key={branch.en} phones={phones} label={branch[language]} />
      ))}
    </section>
  );
}

function Phones({ phones, label }: { phones: string[]; label: string }) {
  return (
    <div className="phones">
      <h3>{label}</h3>
      <ul>
        {phones.map((phone) => (
          <li key={phone}>
            <a href={telephone(phone)}>{phone}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
