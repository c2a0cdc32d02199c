import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { statuses } from '#contract/words.ts';
import { contrast } from '../testing/contrast.ts';
import { showScreen } from '../testing/screen.tsx';
import { chipColours, StatusChip } from './status-chip.tsx';

test.each(statuses)('%s has a label', (status) => {
  showScreen(<StatusChip status={status} />);
  screen.getByText(status);
});

test.each(statuses)('the label of %s is readable on its colour, in light and in dark', (status) => {
  const { light, dark } = chipColours[status];
  expect(contrast(light.ground, light.word)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark.ground, dark.word)).toBeGreaterThanOrEqual(4.5);
});

test('arrears and arrest are the same red, and every other status has its own colour', () => {
  expect(chipColours.Arrest).toBe(chipColours.Arrears);
  expect(new Set(Object.values(chipColours)).size).toBe(statuses.length - 1);
});
