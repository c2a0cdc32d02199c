import { type FocusEvent, useEffect, useState } from 'react';
import { type Places, placeAfter, placeBefore } from './places.ts';
import { useIsHidden, useMedia } from './use-media.ts';

export interface Rotation {
  place: number;
  /** The visible slide, also where the first one is repeated at the end of a round. */
  index: number;
  /** The reader stopped it or asked the system for less motion. */
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
 * Waits under a pointer or the keyboard focus, with reduced motion, in another tab, or when the reader stopped it; then
 * the full time again.
 */
export function useRotation(places: Places, seconds: number): Rotation {
  const { count, isRound } = places;
  const [asked, goTo] = useState(0);
  const place = Math.min(asked, isRound ? count : Math.max(0, count - 1));
  const index = count === 0 ? 0 : place % count;
  const { isPaused, isHeld, togglePause, hold } = useHold();
  const isHidden = useIsHidden();
  const isTurning = count > 1 && !isPaused && !isHeld && !isHidden;
  // Depends on the slide, not the position: the first slide is the same at both ends of a round.
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
      // Whoever presses start wants to see it move, although pointer or focus is still on it.
      setUnderPointer(false);
      setFocus(false);
    },
    hold: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      // A click leaves the focus behind too; only the keyboard's is visible.
      onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
      onBlur: () => setFocus(false),
    },
  };
}
