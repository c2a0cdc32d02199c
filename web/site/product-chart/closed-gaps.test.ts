import { expect, test } from 'vitest';
import { poya, strike } from '../../testing/site-market.ts';
import { closedGaps } from './closed-gaps.ts';

const pointsOn = (...days: number[]) => days.map((day) => ({ day, minCents: 100, maxCents: 200 }));

test('closed days belong to the point after their gap, newest first', () => {
  const closings = [
    { closed: poya, days: [12, 21] },
    { closed: strike, days: [11] },
  ];
  expect([...closedGaps(pointsOn(9, 10, 13, 14), closings, 'daily')]).toEqual([
    [
      13,
      [
        { day: 12, closed: poya },
        { day: 11, closed: strike },
      ],
    ],
  ]);
});

test('a gap of more than a week is not explained by a closed day in it', () => {
  const closings = [{ closed: poya, days: [12, 40] }];
  expect([...closedGaps(pointsOn(10, 18), closings, 'daily').keys()]).toEqual([18]);
  expect(closedGaps(pointsOn(10, 19), closings, 'daily').size).toBe(0);
});

test('points of a week or a month have no gaps', () => {
  const closings = [{ closed: poya, days: [12] }];
  for (const group of ['weekly', 'monthly'] as const)
    expect(closedGaps(pointsOn(10, 14), closings, group).size).toBe(0);
});
