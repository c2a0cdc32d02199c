import { expect, test } from 'vitest';
import { statusColours, statusCounts } from './count-statuses.ts';

const counts = { total_invoices: 10, paid_count: 4, unpaid_count: 3, partial_count: 2, arrest_count: 1 };
const PAGES = { light: '#ffffff', dark: '#242424' };

test('the doughnut has the four statuses, each with its own colour', () => {
  expect(statusCounts(counts)).toEqual([
    { status: 'Paid', count: 4 },
    { status: 'Partially Paid', count: 2 },
    { status: 'Unpaid', count: 3 },
    { status: 'Arrest', count: 1 },
  ]);
  for (const colours of Object.values(statusColours)) expect(new Set(colours).size).toBe(4);
});

test.each(['light', 'dark'] as const)('each colour has a contrast of 3 to 1 with a %s page', (scheme) => {
  for (const colour of statusColours[scheme]) {
    const [lighter = 0, darker = 0] = [luminance(colour), luminance(PAGES[scheme])].toSorted((a, b) => b - a);
    expect((lighter + 0.05) / (darker + 0.05), colour).toBeGreaterThanOrEqual(3);
  }
});

/** Returns the relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
