import { type RefObject, useEffect, useRef } from 'react';
import type { Places } from './places.ts';
import { useMedia } from './use-media.ts';
import type { Rotation } from './use-rotation.ts';

/** The time without movement after which scrolling has ended, where scrollend is not supported. */
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

/** The row glides to the rotation's position and follows a finger. Without scripts it still scrolls. */
export function useTrack({ place, goTo }: Rotation, { count, isRound }: Places): Track {
  const track = useRef<HTMLUListElement>(null);
  const shown = useRef(place);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Followed only while the reader moves the row: positions passed while gliding mean nothing.
  const isByHand = useRef(false);
  const behavior = useMedia('(prefers-reduced-motion: reduce)') ? 'instant' : 'smooth';

  useEffect(() => {
    const from = shown.current;
    shown.current = place;
    if (track.current === null || from === place) return;
    isByHand.current = false;
    // The first slide is at both ends of a round: jumping between them lets it continue either way.
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
  const [first, slide] = [track.children[0], track.children[place]];
  return first instanceof HTMLElement && slide instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}

function placeOf(track: HTMLElement): number | null {
  const stride = leftOf(track, 1);
  return stride === 0 ? null : Math.round(track.scrollLeft / stride);
}
