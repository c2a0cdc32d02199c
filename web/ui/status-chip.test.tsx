import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showScreen } from '../testing/screen.tsx';
import { chipColours, type Status, StatusChip } from './status-chip.tsx';

const statuses = Object.keys(chipColours) as Status[];

test.each(statuses)('%s has a label', (status) => {
  showScreen(<StatusChip status={status} />);
  expect(screen.getByText(status)).toBeTruthy();
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

/** By WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
