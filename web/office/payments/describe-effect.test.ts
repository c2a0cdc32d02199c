import { expect, test } from 'vitest';
import { octoberFine, testEffect } from '../../testing/payments.ts';
import { describeEffect, describeFine } from './effect.tsx';

test('what a payment covers is listed by charge', () => {
  expect(describeEffect(testEffect())).toBe(
    'VAT for Oct 2026: 1,980.00, Rent for Oct 2026: 8,020.00; 1,980.00 still owed',
  );
});

test('a credit is named, and that no charge was paid', () => {
  expect(describeEffect(testEffect({ settled: [], still_owed: 0, balance_amount: 500 }))).toBe(
    'No charges paid; 0.00 still owed; 500.00 left over as credit',
  );
});

test('a debt beside the charges is part of the amount due, and not a balance', () => {
  expect(describeEffect(testEffect({ settled: [], still_owed: 700, balance_amount: -700 }))).toBe(
    'No charges paid; 700.00 still owed',
  );
});

test('a new fine and a higher one are distinguished', () => {
  expect(describeFine(octoberFine)).toBe('Fine of 3,000.00 on INV-A12-202610 (Oct 2026)');
  expect(describeFine({ ...octoberFine, previous_fine_amount: 1000 })).toBe(
    'The fine on INV-A12-202610 (Oct 2026) will increase from 1,000.00 to 3,000.00',
  );
});
