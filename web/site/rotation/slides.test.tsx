import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { translatorIn } from '../../testing/site-market.ts';
import { type Places, placeAfter, placeBefore, Slides } from './slides.tsx';

type Fields = Partial<Parameters<typeof Slides>[0]>;

const slidesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: index, content: <a href="/">{`Slide ${index + 1}`}</a> }));

const element = (fields: Fields = {}) => (
  <Slides
    label="Crops"
    slides={slidesOf(4)}
    seconds={4}
    className="pictures"
    translator={translatorIn('en')}
    {...fields}
  />
);

function fitMedia(...fitting: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: fitting.includes(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const dots = () => screen.queryAllByRole('button', { name: /^Show item \d of \d$/ });
const shown = () => dots().findIndex((dot) => dot.getAttribute('aria-current') === 'true') + 1;
const group = () => screen.getByRole('group', { name: 'Crops' });
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function hide(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Removes the scrollend event, because most tests simulate a browser without it. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('onscrollend', undefined);
  fitMedia();
});

test('it moves to the next slide after its seconds, not before, and starts again after the last', () => {
  render(element());
  expect(shown()).toBe(1);
  pass(3.9);
  expect(shown()).toBe(1);
  pass(0.1);
  expect(shown()).toBe(2);
  pass(4);
  pass(4);
  expect(shown()).toBe(4);
  pass(4);
  expect(shown()).toBe(1);
  pass(4);
  expect(shown()).toBe(2);
});

test('a dot opens its slide, and the whole time passes again from there', () => {
  render(element());
  pass(3);
  press('Show item 3 of 4');
  expect(shown()).toBe(3);
  pass(3.9);
  expect(shown()).toBe(3);
  pass(0.1);
  expect(shown()).toBe(4);
});

test('Pause stops it, Play starts it again', () => {
  render(element());
  press('Pause');
  pass(60);
  expect(shown()).toBe(1);
  press('Play');
  pass(4);
  expect(shown()).toBe(2);
});

test('it pauses under a pointer', () => {
  render(element());
  fireEvent.pointerEnter(group());
  pass(60);
  expect(shown()).toBe(1);
  fireEvent.pointerLeave(group());
  pass(4);
  expect(shown()).toBe(2);
});

test('it pauses while the focus is in it, and continues when the focus leaves', () => {
  render(element());
  const [first, second] = within(group()).getAllByRole('link');
  if (!first || !second) throw new Error('slides are missing');
  const seesFocus = vi.spyOn(first, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  vi.spyOn(second, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  fireEvent.focus(first);
  pass(60);
  expect(shown()).toBe(1);
  fireEvent.blur(first, { relatedTarget: second });
  fireEvent.focus(second);
  pass(60);
  expect(shown()).toBe(1);
  fireEvent.blur(second, { relatedTarget: document.body });
  pass(4);
  expect(shown()).toBe(2);
  expect(seesFocus).toHaveBeenCalled();
});

test('a focus caused by a press of a pointer does not pause it', () => {
  render(element());
  const [first] = within(group()).getAllByRole('link');
  if (!first) throw new Error('slides are missing');
  vi.spyOn(first, 'matches').mockReturnValue(false);
  fireEvent.focus(first);
  pass(4);
  expect(shown()).toBe(2);
});

test('after a press of Play it moves, although the pointer is still on the button', () => {
  render(element());
  fireEvent.pointerEnter(group());
  press('Pause');
  press('Play');
  pass(4);
  expect(shown()).toBe(2);
});

test('it pauses in a hidden tab', () => {
  render(element());
  hide(true);
  pass(60);
  expect(shown()).toBe(1);
  hide(false);
  pass(4);
  expect(shown()).toBe(2);
});

test('with reduced motion it pauses from the start, until Play is pressed', () => {
  fitMedia('(prefers-reduced-motion: reduce)');
  render(element());
  pass(60);
  expect(shown()).toBe(1);
  press('Play');
  pass(4);
  expect(shown()).toBe(2);
});

test('a row has ends, and starts again when it moves automatically', () => {
  render(element({ slides: slidesOf(3), visible: 2, isRound: false, hasArrows: true, seconds: 3 }));
  expect(dots()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  press('Next');
  expect(shown()).toBe(2);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  pass(3);
  expect(shown()).toBe(1);
});

test('a round can be moved backwards past its first slide', () => {
  render(element({ hasArrows: true }));
  press('Previous');
  expect(shown()).toBe(4);
  press('Next');
  expect(shown()).toBe(1);
});

test('when all slides are visible at once nothing moves and the buttons are hidden', () => {
  render(element({ slides: slidesOf(3), visible: 3, isRound: false }));
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('with fewer places than before it moves to the last one', () => {
  const { rerender } = render(element({ slides: slidesOf(3), isRound: false }));
  press('Show item 3 of 3');
  rerender(element({ slides: slidesOf(3), visible: 2, isRound: false }));
  expect(shown()).toBe(2);
});

test('the repeated slides of a round are hidden from screen readers', () => {
  const { container } = render(element({ visible: 3 }));
  const again = [...container.querySelectorAll('.track > li[aria-hidden="true"]')];
  expect(again.map((slide) => slide.textContent)).toEqual(['Slide 1', 'Slide 2', 'Slide 3']);
  for (const slide of again) expect(slide.hasAttribute('inert')).toBe(true);
  expect(renderToString(element({ visible: 3 }))).not.toContain('aria-hidden="true" inert');
});

function layOut(track: HTMLElement) {
  [...track.children].forEach((slide, at) => {
    Object.defineProperty(slide, 'offsetLeft', { value: at * 100 });
  });
  return vi.spyOn(track, 'scrollTo').mockImplementation(() => undefined);
}

const trackOf = (container: HTMLElement) => container.querySelector<HTMLElement>('.track') ?? document.body;

test('the row scrolls to the slide; at the end of a round it continues from the same picture at the beginning', () => {
  const { container } = render(element());
  const scrollTo = layOut(trackOf(container));
  press('Show item 3 of 4');
  pass(4);
  pass(4);
  pass(4);
  expect(scrollTo.mock.calls.map(([to]) => to)).toEqual([
    { left: 200, behavior: 'smooth' },
    { left: 300, behavior: 'smooth' },
    { left: 400, behavior: 'smooth' },
    { left: 0, behavior: 'instant' },
    { left: 100, behavior: 'smooth' },
  ]);
});

test('from the first slide back to the last one the row continues backwards', () => {
  const { container } = render(element({ hasArrows: true }));
  const scrollTo = layOut(trackOf(container));
  press('Previous');
  expect(scrollTo.mock.calls.map(([to]) => to)).toEqual([
    { left: 400, behavior: 'instant' },
    { left: 300, behavior: 'smooth' },
  ]);
});

test('with reduced motion the next slide is shown immediately', () => {
  fitMedia('(prefers-reduced-motion: reduce)');
  const { container } = render(element());
  const scrollTo = layOut(trackOf(container));
  press('Show item 2 of 4');
  expect(scrollTo.mock.calls).toEqual([[{ left: 100, behavior: 'instant' }]]);
});

test('where a browser reports the end of scrolling, the dots follow immediately and not before', () => {
  vi.stubGlobal('onscrollend', null);
  const { container } = render(element());
  const track = trackOf(container);
  layOut(track);
  fireEvent.pointerDown(track);
  track.scrollLeft = 195;
  fireEvent.scroll(track);
  pass(1);
  expect(shown()).toBe(1);
  fireEvent(track, new Event('scrollend'));
  expect(shown()).toBe(3);
});

test('the dots follow a swipe when the row rests', () => {
  const { container } = render(element());
  const track = trackOf(container);
  const scrollTo = layOut(track);
  fireEvent.pointerDown(track);
  track.scrollLeft = 195;
  fireEvent.scroll(track);
  expect(shown()).toBe(1);
  pass(0.2);
  expect(shown()).toBe(3);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('the first picture, shown at the end of a round and then at its beginning, has its time once', () => {
  const { container } = render(element());
  const track = trackOf(container);
  layOut(track);
  press('Show item 4 of 4');
  pass(4);
  fireEvent.pointerDown(track);
  track.scrollLeft = 400;
  fireEvent.scroll(track);
  pass(3.9);
  expect(shown()).toBe(1);
  pass(0.1);
  expect(shown()).toBe(2);
});

test.each(['pointerDown', 'wheel', 'keyDown', 'focus'] as const)(
  'after a row is moved by %s, the dots follow',
  (hand) => {
    const { container } = render(element());
    const track = trackOf(container);
    layOut(track);
    fireEvent[hand](track);
    track.scrollLeft = 100;
    fireEvent.scroll(track);
    pass(0.2);
    expect(shown()).toBe(2);
  },
);

test('places passed during scrolling are not taken for a choice of the reader', () => {
  const { container } = render(element());
  const track = trackOf(container);
  layOut(track);
  fireEvent.pointerDown(track);
  press('Show item 4 of 4');
  track.scrollLeft = 100;
  fireEvent.scroll(track);
  pass(0.2);
  expect(shown()).toBe(4);
});

test('a swipe that reaches the first picture again is at the beginning', () => {
  const { container } = render(element());
  const track = trackOf(container);
  const scrollTo = layOut(track);
  press('Show item 4 of 4');
  fireEvent.pointerDown(track);
  track.scrollLeft = 400;
  fireEvent.scroll(track);
  pass(0.2);
  expect(shown()).toBe(1);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: 'instant' });
});

const row: Places = { count: 3, isRound: false };
const round: Places = { count: 3, isRound: true };

test('a row starts again after its last slide', () => {
  expect([0, 1, 2].map((index) => placeAfter(index, row))).toEqual([1, 2, 0]);
});

test('a round continues after its last slide, where the first one is shown again', () => {
  expect([0, 1, 2].map((index) => placeAfter(index, round))).toEqual([1, 2, 3]);
});

test('backwards a row ends at its first slide, and a round continues from its last slide', () => {
  expect([2, 1, 0].map((index) => placeBefore(index, row))).toEqual([1, 0, 0]);
  expect([2, 1, 0].map((index) => placeBefore(index, round))).toEqual([1, 0, 2]);
});
