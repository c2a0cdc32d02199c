import { expect, test } from 'vitest';
import { roundedRange } from './rounding.ts';

test.each([
  ['ordinary goods go by ten', 272, 0.18, true, 250, 300],
  ['cheap goods go by five', 32, 0.2, true, 30, 35],
  ['an untidy clerk goes by five', 104, 0.1, false, 100, 110],
  ['an untidy clerk goes by five, again', 63, 0.06, false, 60, 65],
  ['dear goods go by fifty', 1720, 0.1, true, 1650, 1800],
  ['a narrow range is still a step wide', 222, 0.01, true, 220, 230],
  ['the cheapest price is five rupees', 2, 0.5, true, 5, 10],
])('%s', (_, middle, width, isTidy, min, max) => {
  expect(roundedRange(middle, width, isTidy)).toEqual({ min, max });
});
