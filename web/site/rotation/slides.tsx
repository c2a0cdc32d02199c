import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Translator } from '#web/i18n/translate.ts';
import { NextSign, PauseSign, PlaySign, PreviousSign } from './signs.tsx';
import { useIsAlive, useIsHidden, useMedia } from './use-media.ts';

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
  /** True when the slides contain links. If they contain none, the row of slides itself can be focused. */
  hasLinks?: boolean;
  className: string;
  translator: Translator;
}

export function Slides({ label, slides, seconds, visible = 1, isRound = true, ...rest }: SlidesProps) {
  const { hasArrows = false, hasLinks = false, className, translator } = rest;
  const places: Places = { count: isRound ? slides.length : Math.max(1, slides.length - visible + 1), isRound };
  const rotation = useRotation(places, seconds);
  const { track, following } = useTrack(rotation, places);
  const isAlive = useIsAlive();
  // In a round, the first slides are repeated after the last one, so that the row has no visible end. The repeated
  // slides are hidden from screen readers.
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
      {places.count > 1 && (
        <Controls rotation={rotation} places={places} hasArrows={hasArrows} translator={translator} />
      )}
    </fieldset>
  );
}

interface ControlsProps {
  rotation: Rotation;
  places: Places;
  hasArrows: boolean;
  translator: Translator;
}

function Controls({ rotation, places: { count, isRound }, hasArrows, translator: { t } }: ControlsProps) {
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

/** The time without movement after which scrolling counts as ended, in browsers without the scrollend event. */
const SCROLL_REST_MS = 120;

interface Track {
  track: RefObject<HTMLUListElement | null>;
  following: {
    onPointerDown: () => void;
    onWheel: () => void;
    onKeyDown: () => void;
    onFocus: () => void;
    onScroll: () => void;
    onScrollEnd: () => void;
  };
}

/**
 * Scrolls the row to the rotation's position. After the reader has moved the row by hand, the rotation continues from
 * there. Without scripts the row can still be scrolled.
 */
function useTrack({ place, goTo }: Rotation, { count, isRound }: Places): Track {
  const track = useRef<HTMLUListElement>(null);
  const shown = useRef(place);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The position is read only while the reader moves the row, because an automatic scroll passes other positions on its
  // way.
  const isByHand = useRef(false);
  const behavior = useMedia('(prefers-reduced-motion: reduce)') ? 'instant' : 'smooth';

  useEffect(() => {
    const from = shown.current;
    shown.current = place;
    if (track.current === null || from === place) return;
    isByHand.current = false;
    // The first slide is at both ends of a round. A jump between them lets the row continue in either direction.
    if (isRound && from === count) scrollTo(track.current, 0, 'instant');
    if (isRound && from === 0 && place === count - 1 && count > 2) scrollTo(track.current, count, 'instant');
    scrollTo(track.current, place, behavior);
  }, [place, count, isRound, behavior]);
  useEffect(() => () => clearTimeout(rest.current), []);

  const settle = () => {
    const reached = track.current && placeOf(track.current);
    if (track.current === null || reached === null || !isByHand.current) return;
    const settled = isRound && reached >= count ? 0 : Math.min(reached, count - 1);
    if (reached !== settled) scrollTo(track.current, settled, 'instant');
    shown.current = settled;
    goTo(settled);
  };
  const takeInHand = () => {
    isByHand.current = true;
  };
  const following = {
    onPointerDown: takeInHand,
    onWheel: takeInHand,
    onKeyDown: takeInHand,
    onFocus: takeInHand,
    onScroll: () => {
      if (window.onscrollend !== undefined) return;
      clearTimeout(rest.current);
      rest.current = setTimeout(settle, SCROLL_REST_MS);
    },
    onScrollEnd: settle,
  };
  return { track, following };
}

function scrollTo(track: HTMLElement, place: number, behavior: ScrollBehavior): void {
  track.scrollTo({ left: leftOf(track, place), behavior });
}

function leftOf(track: HTMLElement, place: number): number {
  const first = track.children[0];
  const slide = track.children[place];
  return first instanceof HTMLElement && slide instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}

function placeOf(track: HTMLElement): number | null {
  const stride = leftOf(track, 1);
  return stride === 0 ? null : Math.round(track.scrollLeft / stride);
}

interface Rotation {
  place: number;
  /** The index of the visible slide; 0 also for the first slide repeated at the end of a round. */
  index: number;
  /** True when the reader stopped the rotation or the system asks for less motion. */
  isPaused: boolean;
  isTurning: boolean;
  goTo: (place: number) => void;
  next: () => void;
  previous: () => void;
  togglePause: () => void;
  hold: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: () => void;
  };
}

/**
 * Advances the slides. The rotation waits while the pointer or the keyboard focus is on the slides, while the page is
 * hidden, and while the reader or reduced motion has paused it. Afterwards the slide's full time begins again.
 */
function useRotation(places: Places, seconds: number): Rotation {
  const { count, isRound } = places;
  const [asked, goTo] = useState(0);
  const place = Math.min(asked, isRound ? count : Math.max(0, count - 1));
  const index = count === 0 ? 0 : place % count;
  const { isPaused, isHeld, togglePause, hold } = useHold();
  const isHidden = useIsHidden();
  const isTurning = count > 1 && !isPaused && !isHeld && !isHidden;
  // The timer depends on the slide, not the position, because the first slide is at both ends of a round.
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => goTo(placeAfter(index, { count, isRound })), seconds * 1000);
    return () => clearTimeout(timer);
  }, [isTurning, index, count, isRound, seconds]);
  return {
    place,
    index,
    isPaused,
    isTurning,
    goTo,
    next: () => goTo(placeAfter(index, places)),
    previous: () => goTo(placeBefore(index, places)),
    togglePause,
    hold,
  };
}

function useHold() {
  const wantsLessMotion = useMedia('(prefers-reduced-motion: reduce)');
  const [chosen, choose] = useState<boolean>();
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isPaused = chosen ?? wantsLessMotion;
  return {
    isPaused,
    isHeld: isUnderPointer || hasFocus,
    togglePause: () => {
      choose(!isPaused);
      if (!isPaused) return;
      // A reader who presses the start button wants to see the slides move, although the pointer or the focus is still
      // on the button.
      setUnderPointer(false);
      setFocus(false);
    },
    hold: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      // A click also sets the focus, so only visible focus, which comes from the keyboard, stops the rotation.
      onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
      onBlur: () => setFocus(false),
    },
  };
}

/**
 * The places to which a row can be scrolled, numbered from 0 to count - 1. A round also has the place `count`, which
 * shows the first slide again, so that the row never runs backwards.
 */
export interface Places {
  count: number;
  isRound: boolean;
}

export function placeAfter(index: number, { count, isRound }: Places): number {
  return isRound || index + 1 < count ? index + 1 : 0;
}

export function placeBefore(index: number, { count, isRound }: Places): number {
  if (index > 0) return index - 1;
  return isRound ? count - 1 : 0;
}
