import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, day, monthOf } from '../calendar.ts';
import { invoiceNumber } from '../invoice.ts';
import { runs } from '../testing/runs.ts';
import {
  checkDigits,
  isPaymentReference,
  matchPaymentReference,
  paymentReference,
  readPaymentReference,
  shopsOfReference,
} from './payment-reference.ts';

test.each([
  ['INV-A12-202610', 'A12-202610-63'],
  ['INV-B07-202611', 'B07-202611-28'],
  ['INV-C44-202701', 'C44-202701-10'],
  ['INV-A12-202610-2', 'A12-202610-2-33'],
  ['inv-a12-202610', 'A12-202610-63'],
])('the label of %s is %s', (number, label) => {
  expect(paymentReference(number)).toBe(label);
  expect(matchPaymentReference(label, [number])).toEqual({ kind: 'found', invoiceNumber: number });
});

test.each([
  ['WEST12345698765432GB', '82'],
  ['539007547034RF', '18'],
  ['A12202610', '63'],
])('the published check of %s is %s', (text, check) => {
  expect(checkDigits(text)).toBe(check);
});

test.each([
  ['INV-ABCDEFGHIJKLMNO-202610', 25],
  ['INV-ABCDEFGHIJKLM-202610-2', 25],
  ['INV-ABCDEFGHIJKLMNOP-202610', undefined],
  ['INV-ABCDEFGHIJKLMN-202610-2', undefined],
  ['INV-A_12-202610', undefined],
  ['INV-පොළ-202610', undefined],
  ['INV--A12-202610', undefined],
  ['', undefined],
])('the label of %s has the length %s', (number, length) => {
  expect(paymentReference(number)?.length).toBe(length);
});

test.each(['A12-202610-63', 'a12 202610 63', 'A1220261063', ' A12/202610.63 ', 'A12–202610–63'])(
  'the label is read as a tenant or a bank writes it: "%s"',
  (text) => {
    expect(readPaymentReference(text)).toBe('A12202610');
  },
);

test.each(['', '63', 'A12-202610', 'A12-202610-36', 'A12-202601-63', 'A12-202610-6B', 'INV-A12-202610-63'])(
  '"%s" is not a label with a correct check',
  (text) => {
    expect(readPaymentReference(text)).toBeUndefined();
    expect(matchPaymentReference(text, ['INV-A12-202610'])).toEqual({ kind: 'check wrong' });
  },
);

test('a label of a bill that does not exist is unknown', () => {
  expect(matchPaymentReference('B07-202611-28', ['INV-A12-202610'])).toEqual({ kind: 'unknown' });
});

test('shops that differ by a dash only are never matched', () => {
  const numbers = ['INV-A12-202610', 'INV-A-12-202610'];
  expect(numbers.map((number) => readPaymentReference(paymentReference(number) ?? ''))).toEqual([
    'A12202610',
    'A12202610',
  ]);
  expect(matchPaymentReference('A12-202610-63', numbers)).toEqual({ kind: 'ambiguous' });
});

test.each([
  ['A12-202610-63', ['A12']],
  ['a12 202610 63', ['A12']],
  ['A12-202610-2-33', ['A12']],
  ['A12-202610-36', []],
  ['INV-A12-202610', []],
  ['A12', []],
])('%s is a label of the shops %j', (text, shops) => {
  expect(shopsOfReference(text, ['A1', 'A12', 'A122', 'B07'])).toEqual(shops);
  expect(isPaymentReference(text)).toBe(shops.length > 0);
});

test('a label may belong to any of the shops whose ids differ only by dashes', () => {
  expect(shopsOfReference('A12-202610-63', ['A12', 'A-12', 'a12'])).toEqual(['A12', 'A-12', 'a12']);
});

test('a text with correct check digits but no month is not a label', () => {
  const text = `A12-202613-${checkDigits('A12202613')}`;
  expect(readPaymentReference(text)).toBe('A12202613');
  expect(isPaymentReference(text)).toBe(false);
});

test('every label that is written is read back', () => {
  const shopId = fc.stringMatching(/^[A-Z0-9]([A-Z0-9-]{0,13}[A-Z0-9])?$/);
  const month = fc.integer({ min: 0, max: 1200 }).map((months) => monthOf(addMonths(day('2000-01-01'), months)));
  fc.assert(
    fc.property(shopId, month, (id, ofMonth) => {
      const number = invoiceNumber(id, ofMonth);
      const label = paymentReference(number) ?? '';
      expect(label).toMatch(/^[A-Z0-9-]{1,25}$/);
      expect(matchPaymentReference(label, [number])).toEqual({ kind: 'found', invoiceNumber: number });
    }),
    runs(2000),
  );
});

describe('faults in the labels of a market', () => {
  const shops = ['A', 'B', 'C', 'D'].flatMap((block) =>
    Array.from({ length: 36 }, (_, index) => `${block}${String(index + 1).padStart(2, '0')}`),
  );
  const months = Array.from({ length: 36 }, (_, index) => monthOf(addMonths(day('2026-10-01'), index)));
  const labels = shops.flatMap((shop) =>
    months.map((month) => (paymentReference(invoiceNumber(shop, month)) ?? '').replaceAll('-', '')),
  );
  const bills = new Set(labels.map((label) => label.slice(0, -2)));
  const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

  function measure(faultsIn: (label: string) => string[]) {
    const figures = { cases: 0, passed: 0, named: 0 };
    for (const label of labels) {
      for (const wrong of faultsIn(label)) {
        if (wrong === label) continue;
        const read = readPaymentReference(wrong);
        figures.cases += 1;
        figures.passed += Number(read !== undefined);
        figures.named += Number(read !== undefined && bills.has(read));
      }
    }
    return { ...figures, percent: (100 * figures.passed) / figures.cases };
  }

  function replaced(label: string, at: number, text: string): string {
    return label.slice(0, at) + text + label.slice(at + text.length);
  }

  test('one wrong character passes in 0.5% of cases, and never names another bill', { tags: ['slow'] }, () => {
    const figures = measure((label) =>
      [...label].flatMap((_, at) => ALPHABET.map((other) => replaced(label, at, other))),
    );
    expect(figures.cases).toBeGreaterThan(1_600_000);
    expect(figures.percent).toBeLessThan(0.6);
    expect(figures.named).toBe(0);
  });

  test('a digit in place of a digit, or a letter in place of a letter, never passes', { tags: ['slow'] }, () => {
    const isDigit = (one: string) => one <= '9';
    const figures = measure((label) =>
      [...label].flatMap((one, at) =>
        ALPHABET.filter((other) => isDigit(other) === isDigit(one)).map((other) => replaced(label, at, other)),
      ),
    );
    expect(figures).toMatchObject({ passed: 0, named: 0 });
  });

  test.each([
    ['neighbours swapped', 1, 0.8],
    ['characters swapped over one', 2, 0.5],
  ])('%s (%i apart) pass in less than %d% of cases, and never name another bill', (_name, apart, percent) => {
    const figures = measure((label) =>
      [...label.slice(apart)].map((other, at) => replaced(replaced(label, at, other), at + apart, label.charAt(at))),
    );
    expect(figures.cases).toBeGreaterThan(25_000);
    expect(figures.percent).toBeLessThan(percent);
    expect(figures.named).toBe(0);
  });

  test('changed twins never pass', () => {
    const figures = measure((label) =>
      [...label.slice(1)].flatMap((one, at) =>
        one === label.charAt(at) ? ALPHABET.slice(0, 10).map((other) => replaced(label, at, other + other)) : [],
      ),
    );
    expect(figures.cases).toBeGreaterThan(13_000);
    expect(figures).toMatchObject({ passed: 0, named: 0 });
  });
});
