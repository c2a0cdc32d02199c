import { useEffect, useRef, useState } from 'react';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { telephone } from '#contract/telephone.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { openingHoursOf } from '../opening-hours.ts';
import { type PageProps, page } from '../page.ts';
import { describeMarket } from '../seo/structured-data.ts';
import { NotEntered } from '../shell/not-entered.tsx';
import shell from '../shell/shell.css?inline';
import contactStyles from './contact.css?inline';
import { WeatherCard } from './weather-card.tsx';

/** A picture of the market. The yard in front of the stalls is left empty for the button. */
function PlacePicture() {
  return (
    <svg
      className="place-picture"
      viewBox="0 0 960 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="field"
        d="M0 0h330L290 150 0 210zm0 236 270-50-36 214H0zM700 0h260v120l-300 40zM676 210l284-40v230H640z"
      />
      <path className="water" d="M744 262c40-30 120-34 158-8 30 20 26 66-14 84-46 20-120 16-150-10-20-18-18-48 6-66z" />
      <path className="shore" d="M772 286c30-14 70-16 96-6m-84 40c30 10 66 8 90-4" />
      <Roads />
      <Stalls />
      <Trees />
      <Pin />
    </svg>
  );
}

const HIGH_ROAD = 'M-20 214 320 152C430 132 560 168 980 126';
const SIDE_ROADS = 'M304-20c-14 60-20 150-70 440M668-20c-30 150-14 270-50 440';

function Roads() {
  return (
    <>
      <path className="road-edge" d={HIGH_ROAD + SIDE_ROADS} />
      <path className="road" d={HIGH_ROAD + SIDE_ROADS} />
      <path className="road-line" d={HIGH_ROAD} />
    </>
  );
}

const ROWS = [0, 1];
const STRIPES = [0, 1, 2, 3, 4, 5, 6, 7];

function Stalls() {
  return (
    <g transform="translate(352 202)">
      <path
        className="yard"
        d="M-28-22h286a12 12 0 0 1 12 12v170a12 12 0 0 1-12 12H-40a12 12 0 0 1-12-13l12-169a12 12 0 0 1 12-12z"
      />
      {ROWS.map((row) => (
        <g key={row} transform={`translate(${-row * 6} ${row * 54})`}>
          <path className="shade" d="M-10 8h262v38H-10z" />
          {STRIPES.map((stripe) => (
            <path
              key={stripe}
              className={stripe % 2 === 0 ? 'awning' : 'awning light'}
              d={`M${-10 + stripe * 32} 0h32v36h-32z`}
            />
          ))}
          <path className="ridge" d="M-10 18h256" />
        </g>
      ))}
    </g>
  );
}

const TREES = [
  [70, 70],
  [116, 92],
  [182, 48],
  [60, 290],
  [120, 330],
  [176, 270],
  [770, 40],
  [836, 66],
  [900, 34],
  [716, 360],
  [930, 220],
] as const;

function Trees() {
  return (
    <g>
      {TREES.map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle className="tree" r="17" />
          <circle className="tree top" r="10" cx="-3" cy="-4" />
        </g>
      ))}
    </g>
  );
}

function Pin() {
  return (
    <g transform="translate(478 178)">
      <ellipse className="shade" cy="2" rx="16" ry="5" />
      <path className="pin" d="M0 0c-12-24-32-38-32-62a32 32 0 0 1 64 0C32-38 12-24 0 0z" />
      <circle className="pin-eye" cy="-62" r="13" />
    </g>
  );
}

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

export function ContactPage({ data, frame, translator }: PageProps<'contact'>) {
  const { language, t } = translator;
  const { centre } = frame;
  return (
    <main id="main" className="wrap contact" tabIndex={-1}>
      <h1>{t('contact.title')}</h1>
      {(centre.hotline !== '' || centre.officePhones.length > 0 || centre.email !== '') && (
        <p className="lead">{t('contact.intro')}</p>
      )}
      <div className="contact-cards">
        {centre.hotline === '' && centre.officePhones.length === 0 ? (
          <NotEntered what="contact.phone" translator={translator} />
        ) : (
          <section className="card">
            <h2>{t('contact.phone')}</h2>
            {centre.hotline !== '' && <Phones phones={[centre.hotline]} label={t('shell.hotline')} />}
            {centre.officePhones.length > 0 && <Phones phones={centre.officePhones} label={t('shell.office')} />}
          </section>
        )}
        <Branches centre={centre} translator={translator} />
        <section className="card">
          <h2>{t('contact.address')}</h2>
          <address>
            <b>{centre.name[language]}</b>
            <br />
            {centre.address[language] || centre.place[language]}
          </address>
          {centre.email === '' ? (
            <NotEntered what="contact.email" translator={translator} />
          ) : (
            <>
              <h2>{t('contact.email')}</h2>
              <p>
                <a href={`mailto:${centre.email}`}>{centre.email}</a>
              </p>
            </>
          )}
        </section>
        <section className="card">
          <h2>{t('contact.hours')}</h2>
          <p className="own-text">{openingHoursOf(centre, translator)}</p>
          <p>
            <a href={inLanguage(language, '/calendar')}>{t('contact.calendar')}</a>
          </p>
        </section>
        <WeatherCard place={centre.place[language]} translator={translator} />
      </div>
      <MapPlace mapAddress={data.mapAddress} centre={centre} translator={translator} />
    </main>
  );
}

function Branches({ centre, translator }: { centre: PageFrame['centre']; translator: Translator }) {
  if (centre.branchPhones.length === 0) return <NotEntered what="contact.branches" translator={translator} />;
  const { language, t } = translator;
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

interface MapPlaceProps {
  mapAddress: string;
  centre: PageFrame['centre'];
  translator: Translator;
}

/**
 * Shows the map when the reader asks for it. Until then no other site learns who reads this page. The plain link to
 * the map needs no script.
 */
function MapPlace({ mapAddress, centre, translator: { language, t } }: MapPlaceProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <section className="place" aria-labelledby="place">
      <h2 id="place">{t('contact.place')}</h2>
      <div className="map">
        {isShown ? (
          <MapFrame address={mapAddress} title={t('contact.mapOf', { centre: centre.name[language] })} />
        ) : (
          <>
            <PlacePicture />
            <button type="button" className="accent" onClick={() => setIsShown(true)}>
              {t('contact.showMap')}
            </button>
          </>
        )}
      </div>
      <div className="map-notes">
        <p className="map-note">{t('contact.mapNote', { host: new URL(mapAddress).host })}</p>
        <a href={placeAddress(centre)} rel="noopener noreferrer">
          {t('contact.map')}
        </a>
      </div>
    </section>
  );
}

/** The frame takes the focus, because the pressed button no longer exists. */
function MapFrame({ address, title }: { address: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-popups"
    />
  );
}

function placeAddress({ latitude, longitude }: PageFrame['centre']): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
