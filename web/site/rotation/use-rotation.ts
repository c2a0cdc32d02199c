import { type FocusEvent, useEffect, useState } from 'react';
import { type Places, placeAfter, placeBefore } from './places.ts';
import { useIsHidden, useMedia } from './use-media.ts';

/** Something that moves on by itself, and how readers hold it, stop it and move it. */
export interface Rotation {
  place: number;
  /** Which slide is seen, also where the first one is seen again at the end of a round. */
  index: number;
  /** True when the reader has stopped it, or asks all pages for less motion. */
  isPaused: boolean;
  /** True while it will move by itself. */
  isTurning: boolean;
  goTo: (place: number) => void;
  next: () => void;
  previous: () => void;
  togglePause: () => void;
  /** For the element that must stand still under a pointer and the keyboard's focus. */
  hold: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: () => void;
  };
}

/**
 * Moves from place to place every so many seconds, unless the reader has stopped it, holds it under a pointer or the
 * keyboard's focus, asks for reduced motion, or looks at another tab. After each of these it waits the whole time again.
 */
export function useRotation(places: Places, seconds: number): Rotation {
  const { count, isRound } = places;
  const [asked, goTo] = useState(0);
  const place = Math.min(asked, isRound ? count : Math.max(0, count - 1));
  const index = count === 0 ? 0 : place % count;
  const { isPaused, isHeld, togglePause, hold } = useHold();
  const isHidden = useIsHidden();
  const isTurning = count > 1 && !isPaused && !isHeld && !isHidden;
  // It hangs on the slide, not on the place: the first slide is the same at both ends of a round, and has its time once.
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
      // Who starts it by its button wants to see it move, though pointer or focus still lies on it.
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
