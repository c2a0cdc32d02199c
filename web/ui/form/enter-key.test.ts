import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('web/{office,gate,ui}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map(
  (file) => ({ file, text: readFileSync(file, 'utf8') }),
);

/** Forms in which Enter submits, because they have one field for text, or because the browser's sign-in form is used. */
const WITH_ONE_FIELD = [
  'web/gate/screens/cancel-tickets.tsx',
  'web/gate/screens/check/check-page.tsx',
  'web/gate/screens/password-panel.tsx',
  'web/gate/screens/queue-bar.tsx',
  'web/gate/screens/second-step-panel.tsx',
  'web/gate/screens/shift/close-shift.tsx',
  'web/gate/screens/sign-in.tsx',
  'web/gate/screens/tickets-page.tsx',
  'web/gate/screens/walk/walk-form.tsx',
  'web/office/shop-summary/balance-form.tsx',
  'web/office/shop-summary/generate-invoice-form.tsx',
  'web/office/shop-summary/shop-summary-page.tsx',
  'web/office/tickets/check/check-ticket-page.tsx',
];
/** Enter moves down a column. */
const PRICE_SHEET = 'web/office/prices/sheet/price-sheet-form.tsx';

test('in each form of the office and of the gate with more than one field, Enter moves to the next field', () => {
  const otherwise = sources.filter(
    ({ text }) => /<form\b[^>]*?\bonSubmit/s.test(text) && !text.includes('moveOnWithEnter'),
  );
  expect(
    otherwise
      .map(({ file }) => file)
      .filter((file) => !/form-frame\.tsx$/.test(file))
      .sort(),
  ).toEqual([...WITH_ONE_FIELD, PRICE_SHEET].sort());
});

test('only the last field of a form submits it with Enter', () => {
  const submitting = sources.filter(({ text }) => text.includes('requestSubmit('));
  expect(submitting.map(({ file }) => file)).toEqual(['web/ui/form/form-keys.ts']);
});
