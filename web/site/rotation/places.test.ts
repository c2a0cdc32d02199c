import { expect, test } from 'vitest';
import { type Places, placeAfter, placeBefore } from './slides.tsx';

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
