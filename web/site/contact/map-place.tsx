import { useEffect, useRef, useState } from 'react';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { PlacePicture } from './place-picture.tsx';

interface MapPlaceProps {
  mapAddress: string;
  centre: PageFrame['centre'];
  speech: Translator;
}

/**
 * No other site learns who reads this page until the reader asks for the map. Without scripts a plain link leads there.
 */
export function MapPlace({ mapAddress, centre, speech: { language, t } }: MapPlaceProps) {
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

/** The frame takes the focus because the pressed button no longer exists. */
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
