import { type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { Rectangle } from '#contract/plan/lay-out.ts';
import type { ChosenPart } from './chosen-part.ts';

interface DragOptions {
  isChosen: (part: ChosenPart) => boolean;
  choose: (part: ChosenPart) => void;
  /** Called with true when a drag begins, and with false when it ends. */
  hold: (isHeld: boolean) => void;
  placeOf: (part: ChosenPart) => Rectangle | undefined;
  move: (part: ChosenPart, place: Rectangle) => void;
}

export interface Drag {
  handlersOf: (part: ChosenPart) => {
    role: 'button';
    tabIndex: number;
    onPointerDown: (event: PointerEvent<SVGGElement>) => void;
    onPointerMove: (event: PointerEvent<SVGGElement>) => void;
    onPointerUp: (event: PointerEvent<SVGGElement>) => void;
    onPointerCancel: (event: PointerEvent<SVGGElement>) => void;
    onKeyDown: (event: KeyboardEvent<SVGGElement>) => void;
    onFocus: (event: FocusEvent<SVGGElement>) => void;
  };
}

const ARROWS: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LONG_STEP = 5;

interface Held {
  pointer: number;
  from: DOMPoint;
  place: Rectangle;
}

/**
 * Moves parts of the plan: with a mouse at once, with a finger once the part is chosen, because the first touch may
 * scroll. Arrow keys move by one unit, with Shift by five; with Alt they change the size.
 */
export function useDrag(svg: RefObject<SVGSVGElement | null>, options: DragOptions): Drag {
  const held = useRef<Held>(undefined);
  const pointOf = ({ clientX, clientY }: PointerEvent): DOMPoint | undefined => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix);
  };
  const end = () => {
    held.current = undefined;
    options.hold(false);
  };
  return {
    handlersOf: (part) => ({
      role: 'button',
      tabIndex: 0,
      onPointerDown(event) {
        const from = pointOf(event);
        const place = options.placeOf(part);
        if (event.button !== 0 || !from || !place) return;
        const isFirstTouch = event.pointerType === 'touch' && !options.isChosen(part);
        options.choose(part);
        if (isFirstTouch) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { pointer: event.pointerId, from, place };
        options.hold(true);
      },
      onPointerMove(event) {
        const at = pointOf(event);
        if (!held.current || held.current.pointer !== event.pointerId || !at) return;
        const { from, place } = held.current;
        const x = Math.round(place.x + at.x - from.x);
        const y = Math.round(place.y + at.y - from.y);
        const now = options.placeOf(part);
        if (now?.x !== x || now.y !== y) options.move(part, { ...place, x, y });
      },
      onPointerUp: end,
      // The browser takes over a touch that scrolls.
      onPointerCancel: end,
      onKeyDown(event) {
        const arrow = ARROWS[event.key];
        const place = options.placeOf(part);
        if (!arrow || !place) return;
        event.preventDefault();
        const step = event.shiftKey ? LONG_STEP : 1;
        const x = arrow[0] * step;
        const y = arrow[1] * step;
        const moved = event.altKey
          ? { ...place, width: place.width + x, height: place.height + y }
          : { ...place, x: place.x + x, y: place.y + y };
        options.move(part, moved);
      },
      onFocus: (event) => {
        // A touch chooses by itself, before it focuses.
        if (!held.current && event.currentTarget.matches(':focus-visible')) options.choose(part);
      },
    }),
  };
}
