import type { ReactNode } from 'react';
import type { Translator } from '#web/i18n/translate.ts';
import type { Places } from './places.ts';
import { NextSign, PauseSign, PlaySign, PreviousSign } from './signs.tsx';
import { useIsAlive } from './use-media.ts';
import { type Rotation, useRotation } from './use-rotation.ts';
import { useTrack } from './use-track.ts';

export interface Slide {
  key: string | number;
  content: ReactNode;
}

interface SlidesProps {
  label: string;
  slides: readonly Slide[];
  seconds: number;
  visible?: number;
  isRound?: boolean;
  hasArrows?: boolean;
  /** If false, the scrollable row can be reached by keyboard. */
  hasLinks?: boolean;
  className: string;
  speech: Translator;
}

export function Slides({ label, slides, seconds, visible = 1, isRound = true, ...rest }: SlidesProps) {
  const { hasArrows = false, hasLinks = false, className, speech } = rest;
  const places: Places = { count: isRound ? slides.length : Math.max(1, slides.length - visible + 1), isRound };
  const rotation = useRotation(places, seconds);
  const { track, following } = useTrack(rotation, places);
  const isAlive = useIsAlive();
  // A round repeats the first slides, hidden from screen readers, to have no seam.
  const again = isAlive && isRound && places.count > 1 ? slides.slice(0, visible) : [];
  return (
    <fieldset className={`slides ${className}${rotation.isTurning ? ' turning' : ''}`} {...rotation.hold}>
      <legend className="unseen">{label}</legend>
      <ul className="track" ref={track} tabIndex={hasLinks ? undefined : 0} {...following}>
        {slides.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
        {again.map(({ key, content }) => (
          <li key={`again-${key}`} aria-hidden="true" inert>
            {content}
          </li>
        ))}
      </ul>
      {places.count > 1 && <Controls rotation={rotation} places={places} hasArrows={hasArrows} speech={speech} />}
    </fieldset>
  );
}

interface ControlsProps {
  rotation: Rotation;
  places: Places;
  hasArrows: boolean;
  speech: Translator;
}

function Controls({ rotation, places: { count, isRound }, hasArrows, speech: { t } }: ControlsProps) {
  const { index, isPaused, goTo, next, previous, togglePause } = rotation;
  return (
    <div className="slides-controls">
      {hasArrows && (
        <button type="button" disabled={!isRound && index === 0} aria-label={t('rotation.previous')} onClick={previous}>
          <PreviousSign />
        </button>
      )}
      <button type="button" aria-label={t(isPaused ? 'rotation.play' : 'rotation.pause')} onClick={togglePause}>
        {isPaused ? <PlaySign /> : <PauseSign />}
      </button>
      {hasArrows && (
        <button type="button" disabled={!isRound && index === count - 1} aria-label={t('rotation.next')} onClick={next}>
          <NextSign />
        </button>
      )}
      <ul className="dots">
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <li key={place}>
            <button
              type="button"
              aria-label={t('rotation.show', { number: place + 1, count })}
              aria-current={place === index ? 'true' : undefined}
              onClick={() => goTo(place)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
