import readQr from 'jsqr';
import { expect, test } from 'vitest';
import { assets, boardData, frameIn, friday, shown, siteProduct, testPrice } from '../../testing/site-market.ts';
import { site } from '../render.tsx';
import { planSlides, readBoardChoice, slideAt } from './plan-slides.ts';

const rows = Array.from({ length: 7 }, (_, at) =>
  testPrice(siteProduct(at + 1, { type: at < 2 ? 'fruit' : 'vegetable' }), 100, 120, friday),
);
const choiceOf = (search: string) => readBoardChoice(new URLSearchParams(search), 'si');

test('the whole list is shown in one language before the next, and each product once in each', () => {
  const slides = planSlides(rows, choiceOf(''), 3);
  expect(slides.map(({ language, part, parts }) => `${language} ${part}/${parts}`)).toEqual([
    'si 1/3',
    'si 2/3',
    'si 3/3',
    'en 1/3',
    'en 2/3',
    'en 3/3',
    'ta 1/3',
    'ta 2/3',
    'ta 3/3',
  ]);
  expect(slides.slice(0, 3).flatMap((slide) => slide.rows)).toEqual(rows);
  expect(slides.slice(0, 3).map((slide) => slide.rows.length)).toEqual([3, 2, 2]);
});

test('the address chooses languages, types, columns and seconds', () => {
  const choice = choiceOf('languages=ta,en,ta,xx&types=fruit&columns=2&seconds=15');
  expect(choice).toEqual({ languages: ['ta', 'en'], types: ['fruit'], columns: 2, seconds: 15 });
  expect(planSlides(rows, choice, 18).map(({ language, rows: shown }) => [language, shown.length])).toEqual([
    ['ta', 2],
    ['en', 2],
  ]);
});

test.each([
  ['', { columns: null, seconds: 10 }],
  ['columns=0&seconds=0', { columns: 1, seconds: 4 }],
  ['columns=9999&seconds=9999', { columns: 4, seconds: 120 }],
  ['columns=-1&seconds=1e3', { columns: null, seconds: 10 }],
  ['languages=xx&types=', { languages: ['si', 'en', 'ta'], types: [] }],
])('what cannot be shown has no effect: %s', (search, expected) => {
  expect(choiceOf(search)).toMatchObject(expected);
});

test('an empty list has one slide a language, and slides follow the clock', () => {
  const slides = planSlides([], choiceOf(''), 6);
  expect(slides.map((slide) => slide.rows.length)).toEqual([0, 0, 0]);
  const seen = Array.from({ length: 9 }, (_, at) => slideAt(slides, 10, at * 10_000 + 9999)?.language);
  expect(seen).toEqual(['si', 'en', 'ta', 'si', 'en', 'ta', 'si', 'en', 'ta']);
});

const DOTS = 3;

/** Returns the text of the code on the board, read as a camera would, or undefined if the board has no code. */
function codeOnBoard(publicUrl: string | null): string | undefined {
  const frame = { ...frameIn('en', '/board'), publicUrl };
  const { html } = shown(site.render('board', boardData(), { frame, assets }));
  const [, size = '', path = ''] = /class="board-code">.*?viewBox="0 0 (\d+) .*?<path d="([^"]+)"/s.exec(html) ?? [];
  if (path === '') return undefined;
  const side = Number(size) * DOTS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * DOTS; row < (Number(y) + 1) * DOTS; row += 1)
      for (let column = Number(x) * DOTS; column < (Number(x) + Number(run)) * DOTS; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return readQr(pixels, side, side)?.data;
}

test('the code on the board leads to the prices; a market without a public address has none', () => {
  expect(codeOnBoard('https://pola.example')).toBe('https://pola.example/home-dailyprice');
  expect(codeOnBoard(null)).toBeUndefined();
});
